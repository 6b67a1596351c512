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

#include "runtime/warm/warmClasses.hpp"
#include "classfile/classLoaderDataGraph.hpp"
#include "classfile/javaClasses.inline.hpp"
#include "classfile/javaClassesImpl.hpp"
#include "classfile/moduleEntry.hpp"
#include "classfile/stringTable.hpp"
#include "classfile/symbolTable.hpp"
#include "classfile/systemDictionary.hpp"
#include "classfile/vmClasses.hpp"
#include "classfile/vmSymbols.hpp"
#include "memory/iterator.hpp"
#include "memory/oopFactory.hpp"
#include "memory/resourceArea.hpp"
#include "memory/universe.hpp"
#include "oops/fieldStreams.inline.hpp"
#include "oops/instanceKlass.inline.hpp"
#include "runtime/fieldDescriptor.inline.hpp"
#include "runtime/handles.inline.hpp"
#include "runtime/jniHandles.inline.hpp"
#include "runtime/mutexLocker.hpp"
#include "runtime/warm/warmBindings.hpp"
#include "runtime/warm/warmConstants.hpp"
#include "runtime/warm/warmDoubt.hpp"
#include "runtime/warm/warmJdkClasses.hpp"
#include "runtime/warm/warmWorkers.hpp"

// Modules whose classes keep their state, as java.base does, because java.base holds objects of theirs for good: providers of
// zip file systems, which know the open ones only, of texts, of character sets and of socket options.
static const char* const kept_modules[] = { "java.base", "jdk.zipfs", "jdk.localedata", "jdk.charsets", "jdk.net" };

// A loader of java.base defines a class of its own, through which beans are called and which has no state.
static bool is_loader_of_jdk(oop loader) {
  return loader == nullptr || loader->klass()->name()->equals("sun/reflect/misc/MethodUtil");
}

bool WarmClasses::is_of_program(const InstanceKlass* klass) {
  const ModuleEntry* module = klass->module();
  if (!module->is_named()) {
    return !is_loader_of_jdk(klass->class_loader());
  }
  for (const char* name : kept_modules) {
    if (module->name()->equals(name)) {
      return WarmJdkClasses::is_reset(klass);
    }
  }
  return true;
}

bool WarmClasses::is_stateless(const InstanceKlass* klass) {
  return klass->is_hidden() && klass->nonstatic_field_size() == 0 && !runs_code(klass);
}

bool WarmClasses::runs_code(const InstanceKlass* klass) {
  if (!is_of_program(klass)) {
    return false;
  }
  if (klass->class_initializer() != nullptr) {
    return true;
  }
  if (klass->is_interface()) {
    return false;
  }
  const InstanceKlass* super = klass->java_super();
  if (super != nullptr && runs_code(super)) {
    return true;
  }
  const Array<InstanceKlass*>* interfaces = klass->transitive_interfaces();
  for (int i = 0; klass->has_nonstatic_concrete_methods() && i < interfaces->length(); i++) {
    const InstanceKlass* interface = interfaces->at(i);
    if (interface->declares_nonstatic_concrete_methods() && is_of_program(interface) &&
        interface->class_initializer() != nullptr) {
      return true;
    }
  }
  return false;
}

// The caches of java.lang.Class that can hold objects of the program: an annotation is one of a class made for the run, even that of
// a class of java.base. They are found by name, so that another JDK in which
// one is called otherwise is noticed.
struct MirrorCache {
  const char* name;
  const char* signature;
  bool        of_every_class;  // not of the program's classes only
  int         offset;
};

static MirrorCache mirror_caches[] = {
  { "reflectionData",        "Ljava/lang/ref/SoftReference;",               false, 0 },
  { "cachedConstructor",     "Ljava/lang/reflect/Constructor;",             false, 0 },
  { "genericInfo",           "Lsun/reflect/generics/repository/ClassRepository;", false, 0 },
  { "enumConstants",         "[Ljava/lang/Object;",                         false, 0 },
  { "enumConstantDirectory", "Ljava/util/Map;",                             false, 0 },
  { "annotationData",        "Ljava/lang/Class$AnnotationData;",            true,  0 },
  { "annotationType",        "Lsun/reflect/annotation/AnnotationType;",     true,  0 },
  { "classValueMap",         "Ljava/lang/ClassValue$ClassValueMap;",        true,  0 },
};

static bool find_mirror_caches() {
  for (MirrorCache& cache : mirror_caches) {
    fieldDescriptor fd;
    TempNewSymbol name = SymbolTable::new_symbol(cache.name);
    TempNewSymbol signature = SymbolTable::new_symbol(cache.signature);
    if (!vmClasses::Class_klass()->find_local_field(name, signature, &fd)) {
      return false;
    }
    cache.offset = fd.offset();
  }
  return true;
}

static bool has_begun(const InstanceKlass* klass) {
  return klass->init_state() > InstanceKlass::linked;
}

void WarmClasses::prepare(TRAPS) {
  if (!find_mirror_caches()) {
    THROW_MSG(vmSymbols::java_lang_InternalError(), "java.lang.Class has other caches than this server knows");
  }
  class Collect : public KlassClosure {
    // No handles: the iterator over the class loaders takes them back.
    GrowableArray<jobject>* const _mirrors;
  public:
    explicit Collect(GrowableArray<jobject>* mirrors) : _mirrors(mirrors) {}
    void do_klass(Klass* k) override {
      if (k->is_instance_klass() && has_begun(InstanceKlass::cast(k)) && java_lang_Class::init_lock(k->java_mirror()) == nullptr &&
          is_of_program(InstanceKlass::cast(k))) {
        _mirrors->append(JNIHandles::make_local(k->java_mirror()));
      }
    }
  };
  ResourceMark rm(THREAD);
  GrowableArray<jobject> mirrors(1000);
  Collect collect(&mirrors);
  {
    MutexLocker ml(THREAD, ClassLoaderDataGraph_lock);
    ClassLoaderDataGraph::classes_do(&collect);
  }
  const int lock_offset = JavaClasses::compute_injected_offset(InjectedFieldID::java_lang_Class_init_lock_enum);
  for (int i = 0; i < mirrors.length(); i++) {
    const typeArrayOop lock = oopFactory::new_typeArray(T_INT, 0, CHECK);
    JNIHandles::resolve_non_null(mirrors.at(i))->obj_field_put(lock_offset, lock);
    JNIHandles::destroy_local(mirrors.at(i));
  }
}

void WarmClasses::note_given(oop loader) {
  if (SystemDictionary::is_builtin_class_loader(loader)) {
    WarmDoubt::note("the program gave a class to a loader that all runs share");
  }
}

WarmAllClasses::WarmAllClasses() : _classes(10000), _arrays(1000) {
  class Collect : public KlassClosure {
    WarmAllClasses* const _all;
  public:
    explicit Collect(WarmAllClasses* all) : _all(all) {}
    void do_klass(Klass* k) override {
      if (k->is_array_klass()) {
        _all->_arrays.append(k);
      } else if (InstanceKlass::cast(k)->is_loaded()) {
        _all->_classes.append(InstanceKlass::cast(k));
      }
    }
  };
  Collect collect(this);
  ClassLoaderDataGraph::classes_do(&collect);
}

// Some class for which the condition holds, or null.
template <typename Condition>
const InstanceKlass* WarmAllClasses::find(Condition condition) const {
  const GrowableArray<InstanceKlass*>* const classes = &_classes;
  const InstanceKlass* volatile found = nullptr;
  warm_do_all(classes->length(), [=, &found](int i) {
    if (condition(classes->at(i))) {
      Atomic::store(&found, const_cast<const InstanceKlass*>(classes->at(i)));
    }
  });
  return found;
}

const InstanceKlass* WarmAllClasses::find_redefined() const {
  return find([](const InstanceKlass* klass) { return klass->has_been_redefined(); });
}

const InstanceKlass* WarmAllClasses::find_unprepared() const {
  return find([](const InstanceKlass* klass) {
    return has_begun(klass) && java_lang_Class::init_lock(klass->java_mirror()) == nullptr && WarmClasses::is_of_program(klass);
  });
}

const InstanceKlass* WarmAllClasses::find_broken() const {
  return find([](const InstanceKlass* klass) { return klass->is_in_error_state() && !WarmClasses::is_of_program(klass); });
}

static void reset_constant(const InstanceKlass* klass, const JavaFieldStream& fs, fieldDescriptor& fd) {
  const oop mirror = klass->java_mirror();
  switch (fd.field_type()) {
    case T_BOOLEAN: mirror->bool_field_put(fd.offset(), fd.int_initial_value()); break;
    case T_BYTE:    mirror->byte_field_put(fd.offset(), fd.int_initial_value()); break;
    case T_CHAR:    mirror->char_field_put(fd.offset(), fd.int_initial_value()); break;
    case T_SHORT:   mirror->short_field_put(fd.offset(), fd.int_initial_value()); break;
    case T_INT:     mirror->int_field_put(fd.offset(), fd.int_initial_value()); break;
    case T_FLOAT:   mirror->float_field_put(fd.offset(), fd.float_initial_value()); break;
    case T_LONG:    mirror->long_field_put(fd.offset(), fd.long_initial_value()); break;
    case T_DOUBLE:  mirror->double_field_put(fd.offset(), fd.double_initial_value()); break;
    default: {
      // A literal; it is still interned if the class or anybody else uses it. A final one cannot have changed.
      const oop literal = StringTable::lookup(klass->constants()->unresolved_string_at(fs.initval_index()));
      if (literal != nullptr) {
        mirror->obj_field_put(fd.offset(), literal);
      }
    }
  }
}

static void reset_to_default(oop mirror, const fieldDescriptor& fd) {
  switch (fd.field_type()) {
    case T_BOOLEAN: case T_BYTE:  mirror->byte_field_put(fd.offset(), 0); break;
    case T_CHAR:    case T_SHORT: mirror->short_field_put(fd.offset(), 0); break;
    case T_INT:     case T_FLOAT: mirror->int_field_put(fd.offset(), 0); break;
    case T_LONG:    case T_DOUBLE: mirror->long_field_put(fd.offset(), 0); break;
    default:        mirror->obj_field_put(fd.offset(), nullptr);
  }
}

static void reset_statics(const InstanceKlass* klass) {
  for (JavaFieldStream fs(klass); !fs.done(); fs.next()) {
    if (!fs.access_flags().is_static()) {
      continue;
    }
    fieldDescriptor& fd = fs.field_descriptor();
    if (fd.has_initial_value()) {
      reset_constant(klass, fs, fd);
    } else {
      reset_to_default(klass->java_mirror(), fd);
    }
  }
}

static void reset_mirror(oop mirror, bool of_program) {
  for (const MirrorCache& cache : mirror_caches) {
    if (of_program || cache.of_every_class) {
      mirror->obj_field_put(cache.offset, nullptr);
    }
  }
}

// Of arrays and primitive types, too, ClassValue keeps what a program has computed (Groovy does).
static void reset_other_mirrors(const GrowableArray<Klass*>* arrays) {
  for (const Klass* array : *arrays) {
    if (array->java_mirror() != nullptr) {
      reset_mirror(array->java_mirror(), false);
    }
  }
  for (int type = T_BOOLEAN; type <= T_VOID; type++) {
    if (!is_reference_type(static_cast<BasicType>(type))) {
      reset_mirror(Universe::java_mirror(static_cast<BasicType>(type)), false);
    }
  }
}

// InstanceKlass knows no way back. At a safepoint none of its users is under way.
static void set_linked(InstanceKlass* klass) {
  const address base = reinterpret_cast<address>(klass);
  // The thread may have ended within the initialiser.
  *reinterpret_cast<JavaThread* volatile*>(base + in_bytes(InstanceKlass::init_thread_offset())) = nullptr;
  *reinterpret_cast<volatile InstanceKlass::ClassState*>(base + in_bytes(InstanceKlass::init_state_offset())) =
      InstanceKlass::linked;
}

static void reset_state(InstanceKlass* klass) {
  reset_mirror(klass->java_mirror(), WarmClasses::is_of_program(klass));
  if (WarmClasses::is_of_program(klass) && has_begun(klass)) {
    reset_statics(klass);
    if (WarmClasses::runs_code(klass) || !klass->is_initialized()) {
      set_linked(klass);
    }
  }
}

static void reset_constants(InstanceKlass* klass) {
  WarmBindings::undo(klass);
  if (klass->is_linked()) {
    if (WarmClasses::is_of_program(klass)) {
      WarmConstants::reset(klass);
    } else {
      WarmConstants::reset_fields(klass);
    }
  }
}

void WarmAllClasses::reset() {
  const GrowableArray<InstanceKlass*>* const classes = &_classes;
  WarmJdkClasses::forget_accessors();
  warm_do_all(classes->length(), [=](int i) { reset_state(classes->at(i)); });
  reset_other_mirrors(&_arrays);
  WarmClasses::forget_initialization_errors();
  // Of a class it depends on the states of others.
  warm_do_all(classes->length(), [=](int i) { reset_constants(classes->at(i)); });
  for (InstanceKlass* klass : _classes) {
    if (klass->is_linked() && WarmClasses::is_of_program(klass)) {
      WarmConstants::forget_errors(klass);
    }
  }
}
