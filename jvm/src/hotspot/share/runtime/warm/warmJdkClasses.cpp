/*
 * Copyright (c) 2026, Spillway contributors. All rights reserved.
 * DO NOT ALTER OR REMOVE COPYRIGHT NOTICES OR THIS FILE HEADER.
 *
 * SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
 *
 * This code is free software; you can redistribute it and/or modify it
 * under the terms of the GNU General Public License version 2 only, as
 * published by the Free Software Foundation. It is distributed WITHOUT
 * ANY WARRANTY; see the LICENSE file that accompanied this code.
 */

#include "classfile/javaClasses.hpp"
#include "classfile/systemDictionary.hpp"
#include "classfile/symbolTable.hpp"
#include "classfile/vmSymbols.hpp"
#include "oops/fieldStreams.inline.hpp"
#include "oops/instanceKlass.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/atomic.hpp"
#include "runtime/fieldDescriptor.inline.hpp"
#include "runtime/handles.inline.hpp"
#include "runtime/safepoint.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "runtime/warm/warmJdkClasses.hpp"
#include "utilities/globalDefinitions.hpp"

#include <stdlib.h>
#include <string.h>

// In the order of strcmp: a package with all below it (it ends with a slash), or a class with all that are nested in it.
// `warm/tests/test_jdk_properties.py` looks for classes that are missing.
static const char* const reset_classes[] = {
  "com/sun/crypto/provider/DHKeyAgreement$AllowKDF",
  "com/sun/crypto/provider/KeyProtector",
  "com/sun/crypto/provider/SealedObjectForKeyProtector",
  "com/sun/crypto/provider/SunJCE",
  "com/sun/security/ntlm/",
  "java/io/Console",
  "java/io/File$TempDirectory",
  "java/io/FilePermission",
  "java/io/ObjectInputFilter$Config",
  "java/io/ObjectInputStream$Caches",
  "java/io/ObjectInputStream$Logging",
  "java/io/ObjectOutputStream",
  "java/lang/IO",
  "java/lang/ProcessEnvironment",
  "java/lang/ProcessImpl",
  "java/lang/ScopedValue$Cache",
  "java/lang/VirtualThread",
  "java/lang/reflect/ProxyGenerator",
  "java/net/InetAddress",
  "java/net/ProxySelector",
  "java/net/SocketPermission",
  "java/nio/channels/spi/AsynchronousChannelProvider$ProviderHolder",
  "java/nio/channels/spi/SelectorProvider$Holder",
  "java/nio/file/FileSystems$DefaultFileSystemHolder",
  "java/nio/file/Files$FileTypeDetectors",
  "java/nio/file/TempFileHelper",
  "java/security/SecureRandom",
  "java/security/Security",
  "java/security/Signature",
  "java/time/zone/ZoneRulesProvider",
  "java/util/Arrays$LegacyMergeSort",
  "java/util/Currency",
  "java/util/PropertyResourceBundle",
  "java/util/Tripwire",
  "java/util/UUID$Holder",
  "java/util/concurrent/CompletableFuture",
  "java/util/concurrent/ForkJoinPool",
  "java/util/concurrent/ForkJoinWorkerThread",
  "java/util/concurrent/SubmissionPublisher",
  "java/util/stream/AbstractTask",
  "java/util/stream/Tripwire",
  "java/util/zip/ZipOutputStream",
  "javax/crypto/JceSecurity",
  "javax/crypto/JceSecurityManager",
  "javax/net/ssl/",
  "javax/security/auth/login/Configuration",
  "javax/security/cert/",
  "jdk/internal/io/JdkConsoleImpl",
  "jdk/internal/logger/BootstrapLogger$DetectBackend",
  "jdk/internal/misc/CarrierThread",
  "jdk/internal/util/Exceptions",
  "jdk/internal/util/random/RandomSupport",
  "sun/net/InetAddressCachePolicy",
  "sun/net/NetHooks",
  "sun/net/NetProperties",
  "sun/net/NetworkClient",
  "sun/net/ftp/",
  "sun/net/spi/DefaultProxySelector",
  "sun/net/www/MimeTable",
  "sun/net/www/http/",
  "sun/net/www/protocol/file/FileURLConnection",
  "sun/net/www/protocol/http/",
  "sun/nio/ch/AsynchronousChannelGroupImpl",
  "sun/nio/ch/InheritedChannel",
  "sun/nio/ch/Invoker",
  "sun/nio/ch/LinuxAsynchronousChannelProvider",
  "sun/nio/ch/Net",
  "sun/nio/ch/Poller",
  "sun/nio/ch/SimpleAsynchronousFileChannelImpl$DefaultExecutorHolder",
  "sun/nio/ch/SocketOptionRegistry",
  "sun/nio/ch/ThreadPool$DefaultThreadPoolHolder",
  "sun/nio/ch/UnixAsynchronousSocketChannelImpl",
  "sun/nio/ch/UnixDomainSockets",
  "sun/nio/cs/GB18030",
  "sun/nio/fs/AbstractWatchKey",
  "sun/security/internal/spec/TlsRsaPremasterSecretParameterSpec",
  "sun/security/jca/JCAUtil",
  "sun/security/jca/ProviderConfig$ProviderLoader",
  "sun/security/jca/ProviderList",
  "sun/security/jca/Providers",
  "sun/security/pkcs/SignerInfo",
  "sun/security/provider/AbstractDrbg$SeederHolder",
  "sun/security/provider/ConfigFile",
  "sun/security/provider/DomainKeyStore",
  "sun/security/provider/NativePRNG",
  "sun/security/provider/SecureRandom$SeederHolder",
  "sun/security/provider/SeedGenerator",
  "sun/security/provider/SunEntries",
  "sun/security/provider/certpath/Builder",
  "sun/security/provider/certpath/OCSP",
  "sun/security/provider/certpath/OCSPResponse",
  "sun/security/provider/certpath/URICertStore",
  "sun/security/rsa/RSAKeyFactory",
  "sun/security/ssl/",
  "sun/security/util/CryptoAlgorithmConstraints",
  "sun/security/util/Debug",
  "sun/security/util/DisabledAlgorithmConstraints",
  "sun/security/util/Pem",
  "sun/security/util/ResourcesMgr",
  "sun/security/util/SecurityProperties",
  "sun/security/util/SecurityProviderConstants",
  "sun/security/util/SignatureFileVerifier",
  "sun/security/validator/",
  "sun/util/cldr/",
  "sun/util/locale/provider/",
};

static const size_t MaxName = 200;

static int compare(const void* name, const void* entry) {
  return strcmp(static_cast<const char*>(name), *static_cast<const char* const*>(entry));
}

static bool is_listed(const char* name) {
  return bsearch(name, reset_classes, ARRAY_SIZE(reset_classes), sizeof reset_classes[0], compare) != nullptr;
}

// A package ends behind its slash, a class before the dollar sign of one that is nested in it.
static bool ends_at(const char* name, size_t i) {
  return name[i - 1] == '/' || name[i] == '$' || name[i] == '\0';
}

// Looks for the name and for all of what encloses it, from the outermost package to the class itself.
static bool is_listed(const Symbol* symbol) {
  char name[MaxName];
  const size_t length = MIN2(static_cast<size_t>(symbol->utf8_length()), MaxName - 1);
  memcpy(name, symbol->bytes(), length);
  name[length] = '\0';
  bool listed = false;
  for (size_t i = 1; i <= length && !listed; i++) {
    if (ends_at(name, i)) {
      const char next = name[i];
      name[i] = '\0';
      listed = is_listed(name);
      name[i] = next;
    }
  }
  return listed;
}

static bool find(const InstanceKlass* klass) {
  for (const InstanceKlass* k = klass; k != nullptr; k = k->java_super()) {
    if (is_listed(k->name())) {
      return true;
    }
  }
  return false;
}

// Answers of one safepoint by class, since the census asks of every object. Not for longer: a class that two threads load at
// once is freed again, and another one may get its address. Threads of the collector may ask at once: an answer is one word.
class Answers : public AllStatic {
  static const size_t LogSize = 12;
  static uintptr_t _answers[1 << LogSize];  // the address of a class with the answer in its lowest bit
  static uint64_t  _safepoint;

public:
  static void begin() {
    memset(_answers, 0, sizeof _answers);
    _safepoint = SafepointSynchronize::safepoint_id();
  }

  // False for threads of which it is not certain that the safepoint lasts while they ask.
  static bool are_valid() {
    return SafepointSynchronize::is_at_safepoint() && _safepoint == SafepointSynchronize::safepoint_id() &&
           (Thread::current()->is_VM_thread() || Thread::current()->is_Worker_thread());
  }

  static bool get(const InstanceKlass* klass) {
    const uintptr_t address = reinterpret_cast<uintptr_t>(klass);
    const uint64_t hash = static_cast<uint64_t>(address) * 0x9E3779B97F4A7C15ull;  // Knuth's multiplicative hashing
    uintptr_t* const place = &_answers[hash >> (64 - LogSize)];
    uintptr_t answer = Atomic::load(place);
    if ((answer & ~uintptr_t(1)) != address) {
      answer = address | (find(klass) ? 1 : 0);
      Atomic::store(place, answer);
    }
    return (answer & 1) != 0;
  }
};

uintptr_t Answers::_answers[];
uint64_t Answers::_safepoint = 0;

void WarmJdkClasses::remember_answers() {
  assert_at_safepoint();
  Answers::begin();
}

bool WarmJdkClasses::is_reset(const InstanceKlass* klass) {
  return Answers::are_valid() ? Answers::get(klass) : find(klass);
}

void WarmJdkClasses::forget_accessors() {
  TempNewSymbol name = SymbolTable::new_symbol("jdk/internal/access/SharedSecrets");
  const InstanceKlass* holder = SystemDictionary::find_instance_klass(Thread::current(), name, Handle());
  if (holder == nullptr) {
    return;
  }
  const oop mirror = holder->java_mirror();
  for (JavaFieldStream fs(holder); !fs.done(); fs.next()) {
    if (!fs.access_flags().is_static() || !is_reference_type(Signature::basic_type(fs.signature()))) {
      continue;
    }
    const oop accessor = mirror->obj_field(fs.offset());
    if (accessor != nullptr && accessor->klass()->is_instance_klass() &&
        WarmClasses::is_of_program(InstanceKlass::cast(accessor->klass()))) {
      mirror->obj_field_put(fs.offset(), nullptr);
    }
  }
}
