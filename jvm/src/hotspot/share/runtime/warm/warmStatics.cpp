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

#include "runtime/warm/warmStatics.hpp"
#include "classfile/classLoaderData.inline.hpp"
#include "classfile/javaClasses.inline.hpp"
#include "classfile/systemDictionary.hpp"
#include "classfile/vmSymbols.hpp"
#include "memory/iterator.hpp"
#include "memory/resourceArea.hpp"
#include "oops/fieldStreams.inline.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "oops/oop.inline.hpp"
#include "runtime/safepoint.hpp"
#include "runtime/signature.hpp"
#include "runtime/warm/warmClasses.hpp"
#include "utilities/growableArray.hpp"
#include "utilities/ostream.hpp"
#include "utilities/resourceHash.hpp"

#include <string.h>

// What may change, as class#field, or class# for all of a class. Of the 111 such fields of JDK 25 the others are the server's to
// put back, or of classes that are reset, or left alone once their class is initialised or the VM has started; or else they
// retire the server: counts of warnings (java.security.debug), those of the launcher of JavaFX.
static const char* const may_change[] = {
  // Seeds and clocks.
  "java/lang/ScopedValue#nextKey",
  "java/lang/ref/SoftReference#clock",
  "java/time/Clock#offset",
  // What goes on just now, by the JDK's own threads: references that are enqueued, objects that are finalized.
  "java/lang/ref/Reference#processPendingActive",
  "jdk/internal/misc/VM#finalRefCount",
  "jdk/internal/misc/VM#peakFinalRefCount",
  // Files that are mapped: those that stay so are found by what the process has mapped.
  "sun/nio/ch/FileChannelImpl$DefaultUnmapper#",
  "sun/nio/ch/FileChannelImpl$SyncUnmapper#",
  // Written so that a read is not optimised away.
  "java/nio/MappedMemoryUtils#unused",
  // Set anew before each main.
  "sun/launcher/LauncherHelper#isStaticMain",
  "sun/launcher/LauncherHelper#noArgMain",
  // Found out once, about the machine and the VM.
  "java/lang/invoke/CallSite#TARGET_OFFSET",
  "java/nio/Bits#MAX_MEMORY",
  "java/nio/Bits#MEMORY_LIMIT_SET",
  "java/nio/Bits#PAGE_SIZE",
  "java/util/concurrent/LinkedTransferQueue$DualNode#isUniprocessor",
  "jdk/net/Sockets#",
  "sun/launcher/LauncherHelper#encoding",
  "sun/launcher/LauncherHelper#isCharsetSupported",
  "sun/nio/ch/FileChannelImpl#transferFromDirectNotSupported",
  "sun/nio/ch/FileChannelImpl#transferToDirectNotSupported",
  "sun/nio/ch/NativeObject#pageSize",
  "sun/nio/ch/Util#pageSize",
  "sun/nio/fs/UnixFileSystem#directCopyNotSupported",
  "sun/util/calendar/CalendarSystem#initialized",
};

static bool is_listed(const char* name, size_t length) {
  for (const char* entry : may_change) {
    if (strncmp(entry, name, length) == 0 && entry[length] == '\0') {
      return true;
    }
  }
  return false;
}

static bool may_change_field(const InstanceKlass* klass, const JavaFieldStream& fs) {
  ResourceMark rm;
  stringStream name;
  name.print("%s#", klass->name()->as_C_string());
  const size_t of_class = name.size();
  name.print("%s", fs.name()->as_C_string());
  return is_listed(name.base(), of_class) || is_listed(name.base(), name.size());
}

static bool is_text(const JavaFieldStream& fs) {
  return fs.signature() == vmSymbols::string_signature();
}

static bool is_compared(const JavaFieldStream& fs) {
  return fs.access_flags().is_static() && !fs.access_flags().is_final() &&
         (is_text(fs) || !is_reference_type(Signature::basic_type(fs.signature())));
}

// Equal for equal texts; the identity of a text is nothing that the next run could mind.
static jlong value_of_text(oop text) {
  return text == nullptr ? 0 : (static_cast<jlong>(java_lang_String::length(text)) + 1) << 32 | java_lang_String::hash_code_noupdate(text);
}

static jlong value_of(oop mirror, const JavaFieldStream& fs) {
  const int offset = fs.offset();
  switch (Signature::basic_type(fs.signature())) {
    case T_BOOLEAN: case T_BYTE:   return mirror->byte_field(offset);
    case T_CHAR:    case T_SHORT:  return mirror->short_field(offset);
    case T_INT:     case T_FLOAT:  return mirror->int_field(offset);
    case T_LONG:    case T_DOUBLE: return mirror->long_field(offset);
    default:                       return value_of_text(mirror->obj_field(offset));
  }
}

// Values of a class, in the order of its fields, from a place in the array on. None of these classes is ever unloaded.
typedef ResourceHashtable<const InstanceKlass*, int, 1009, AnyObj::C_HEAP, mtClass> Places;
static Places* _places = nullptr;
static GrowableArrayCHeap<jlong, mtClass>* _values = nullptr;

class CompareStatics : public KlassClosure {
  outputStream* const _changed;
  bool                _found;

  static bool is_kept(const InstanceKlass* klass) {
    return klass->is_initialized() && !klass->is_hidden() && !WarmClasses::is_of_program(klass);
  }

  static void remember(const InstanceKlass* klass) {
    _places->put(klass, _values->length());
    for (JavaFieldStream fs(klass); !fs.done(); fs.next()) {
      if (is_compared(fs)) {
        _values->append(value_of(klass->java_mirror(), fs));
      }
    }
  }

  void compare(const InstanceKlass* klass, int place) {
    for (JavaFieldStream fs(klass); !fs.done() && !_found; fs.next()) {
      if (is_compared(fs) && _values->at(place++) != value_of(klass->java_mirror(), fs) && !may_change_field(klass, fs)) {
        ResourceMark rm;
        _changed->print("%s.%s", klass->external_name(), fs.name()->as_C_string());
        _found = true;
      }
    }
  }

public:
  explicit CompareStatics(outputStream* changed) : _changed(changed), _found(false) {}

  void do_klass(Klass* k) override {
    if (_found || !k->is_instance_klass()) {
      return;
    }
    const InstanceKlass* const klass = InstanceKlass::cast(k);
    if (const int* place = _places->get(klass)) {
      compare(klass, *place);
    } else if (is_kept(klass)) {
      remember(klass);
    }
  }
};

void WarmStatics::print_changed_on(outputStream* changed) {
  assert_at_safepoint();
  if (_places == nullptr) {
    _places = new (mtClass) Places();
    _values = new GrowableArrayCHeap<jlong, mtClass>(1000);
  }
  CompareStatics compare(changed);
  // All modules whose classes stay are of these two loaders.
  ClassLoaderData::the_null_class_loader_data()->classes_do(&compare);
  if (ClassLoaderData* platform = ClassLoaderData::class_loader_data_or_null(SystemDictionary::java_platform_loader())) {
    platform->classes_do(&compare);
  }
}
