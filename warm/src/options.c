// SPDX-License-Identifier: Apache-2.0
// Options are allowed by name; whatever is not listed goes to plain java. Left out on purpose: agents, logs and dumps to files, anything
// that prints, what runs commands on errors, the module path, native checks, flight recording, limits of memory for classes, which stay loaded,
// heaps that take all of their memory at the start, as a server beside the run and idle ones would.
#include "options.h"

#include <string.h>

// -XX options that only shape the VM. Their values are part of the key.
static const char *const vm_flags[] = {
    "ActiveProcessorCount", "AdaptiveSizePolicyWeight", "AutoBoxCacheMax", "CICompilerCount", "CompileThreshold",
    "CompileThresholdScaling", "ConcGCThreads", "DisableExplicitGC", "EagerJVMCI", "EnableDynamicAgentLoading",
    "ExplicitGCInvokesConcurrent", "FreqInlineSize", "GCTimeRatio", "IgnoreUnrecognizedVMOptions",
    "InitialCodeCacheSize", "InitialHeapSize", "InitialRAMPercentage", "InitiatingHeapOccupancyPercent", "InlineSmallCode",
    "MaxDirectMemorySize", "MaxGCPauseMillis", "MaxHeapFreeRatio", "MaxHeapSize", "MaxInlineLevel",
    "MaxInlineSize", "MaxJavaStackTraceDepth", "MaxMetaspaceFreeRatio", "MaxNewSize", "MaxRAM", "MaxRAMPercentage",
    "MaxTenuringThreshold", "MetaspaceSize", "MinHeapFreeRatio", "MinHeapSize", "MinMetaspaceFreeRatio", "MinRAMPercentage",
    "NewRatio", "NewSize", "NonNMethodCodeHeapSize", "NonProfiledCodeHeapSize", "ObjectAlignmentInBytes", "OldSize",
    "OmitStackTraceInFastThrow", "ParallelGCThreads", "ParallelRefProcEnabled", "ProfiledCodeHeapSize", "ReservedCodeCacheSize",
    "SegmentedCodeCache", "SoftMaxHeapSize", "StackShadowPages", "SurvivorRatio", "TargetSurvivorRatio", "ThreadStackSize",
    "Tier3DelayOn", "TieredCompilation", "TieredStopAtLevel", "TrimNativeHeapInterval", "UnlockExperimentalVMOptions",
    "UseAdaptiveSizePolicy", "UseCompactObjectHeaders", "UseCompressedClassPointers", "UseCompressedOops", "UseContainerSupport",
    "UseNUMA", "UseParallelGC", "UseSerialGC", "UseStringDeduplication", "UseTLAB", "UseTransparentHugePages", NULL};

// Those with a reset are UseParallelGC and UseSerialGC.
static const char *const other_collectors[] = {"-XX:+UseG1GC", "-XX:+UseZGC", "-XX:+UseShenandoahGC", "-XX:+UseEpsilonGC", NULL};

static const char *const file_flags[] = {"AOTCache", "SharedArchiveFile", NULL};

static const char *const plain_options[] = {
    "-Xint", "-Xmixed", "-Xcomp", "-Xbatch", "-Xnoclassgc", "-Xshare:auto", "-Xshare:off", "-Xshare:on", "-ea", "-da", "-esa", "-dsa",
    "-enableassertions", "-disableassertions", "-enablesystemassertions", "-disablesystemassertions", "--enable-preview", NULL};

static const char *const plain_prefixes[] = {
    "-Xmx", "-Xms", "-Xmn", "-Xss", "-ea:", "-da:", "-enableassertions:", "-disableassertions:", "--add-opens=", "--add-exports=",
    "--add-reads=", "--add-modules=", "--enable-native-access=", "--illegal-native-access=", "--sun-misc-unsafe-memory-access=", NULL};

// The JDK may read such a property once and keep it, so they belong to the server.
static const char *const jdk_prefixes[] = {
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "user.", "file.", "os.", "line.", "path.", "awt.", "swing.", "http.", "https.", "ftp.",
    "socks", "networkaddress.", "native.", "stdin.", "stdout.", "stderr.", "org.xml.", "org.w3c.", "org.ietf.", "apple.", NULL};

// Properties that replace parts of the JDK, open ports, or that the launcher sets itself. (java.class.path is the class path.)
static const char *const cold_properties[] = {
    "java.home", "java.security.manager", "java.system.class.loader", "java.security.policy", "java.security.debug",
    "java.library.path.override", "user.dir", "jdk.module.main", "jdk.module.path", "sun.java.command", "sun.java.launcher", NULL};
static const char *const cold_prefixes[] = {
    "com.sun.management.", "java.rmi.server.", "jdk.internal.", "jdk.module.", "sun.java.launcher.", "javax.net.debug", "jdk.debug", NULL};

static bool starts_with_one_of(const char *text, const char *const *prefixes) {
  for (; *prefixes != NULL; prefixes++)
    if (after(text, *prefixes) != NULL) return true;
  return false;
}

// These name a file that the JDK may read once and keep.
static const char *const file_properties[] = {
    "java.security.properties", "java.security.krb5.conf", "java.security.auth.login.config", "java.util.logging.config.file",
    "javax.net.ssl.trustStore", "javax.net.ssl.keyStore", NULL};

static const char *const secret_words[] = {"password", "passwd", "secret", "token", "credential", NULL};

static bool is_secret(const char *name) {
  for (const char *const *word = secret_words; *word != NULL; word++)
    if (strcasestr(name, *word) != NULL) return true;
  return false;
}

// A URL, or one that "=" marks as the only one, is not understood.
static OptionKind file_kind(const char *value) { return *value == '=' || strchr(value, ':') != NULL ? OPTION_COLD : OPTION_FILE; }

static OptionKind property_kind(const char *property) {
  size_t length = strcspn(property, "=");
  char *name = copy_bytes(property, length);
  if (*name == '\0') return OPTION_COLD;
  if (one_of(name, file_properties)) return property[length] == '=' ? file_kind(property + length + 1) : OPTION_COLD;
  if (is_secret(name) && starts_with_one_of(name, jdk_prefixes)) return OPTION_SECRET;
  if (one_of(name, cold_properties) || starts_with_one_of(name, cold_prefixes)) return OPTION_COLD;
  return starts_with_one_of(name, jdk_prefixes) ? OPTION_OF_SERVER : OPTION_OF_RUN;
}

static OptionKind flag_kind(const char *flag) {
  if (*flag == '+' || *flag == '-') return one_of(flag + 1, vm_flags) ? OPTION_OF_SERVER : OPTION_COLD;
  const char *equals = strchr(flag, '=');
  if (equals == NULL) return OPTION_COLD;
  char *name = copy_bytes(flag, (size_t)(equals - flag));
  // SharedArchiveFile may name two files.
  if (one_of(name, file_flags)) return strchr(equals, ':') == NULL ? OPTION_FILE : OPTION_COLD;
  return one_of(name, vm_flags) ? OPTION_OF_SERVER : OPTION_COLD;
}

OptionKind option_kind(const char *option) {
  const char *rest;
  if ((rest = after(option, "-D")) != NULL) return property_kind(rest);
  if ((rest = after(option, "-XX:")) != NULL) return flag_kind(rest);
  if (one_of(option, plain_options) || starts_with_one_of(option, plain_prefixes)) return OPTION_OF_SERVER;
  return OPTION_COLD;
}

static bool is_set_by_launcher(const char *option) {
  return after(option, "-Dsun.java.command=") != NULL || after(option, "-Dsun.java.launcher=") != NULL;
}

static void add_ordered(SortedOptions *sorted, const char *option, OptionKind kind) {
  const char *property = after(option, "-D");
  // The only other option whose property a program sees.
  if (after(option, "--sun-misc-unsafe-memory-access=") != NULL) add_string(&sorted->ordered, "=sun.misc.unsafe.memory.access");
  if (property == NULL) return;
  add_string(&sorted->ordered, kind == OPTION_OF_RUN ? copy_text(property) : format("=%.*s", (int)strcspn(property, "="), property));
}

static void sort_option(Launch *launch, SortedOptions *sorted, char *option, bool from_variable) {
  OptionKind kind = option_kind(option);
  const char *path = after(option, "-Djava.class.path=");
  if (path != NULL) sorted->class_path = path;
  if (one_of(option, other_collectors)) refuse(launch, "collector that cannot be reset", option);
  if (kind == OPTION_COLD) refuse(launch, "option not known to be safe", option);
  if (kind == OPTION_SECRET) refuse(launch, "property that looks like a secret", copy_bytes(option, strcspn(option, "=")));
  const char *temporary = after(option, "-Djava.io.tmpdir=");
  if (temporary != NULL) sorted->temporary = temporary;
  if (kind == OPTION_OF_RUN) add_string(&sorted->properties, option + 2);
  add_ordered(sorted, option, kind);
  if (kind == OPTION_FILE) add_string(&sorted->files, strchr(option, '=') + 1);
  if (kind != OPTION_OF_RUN && !from_variable) add_string(&sorted->server, option);
}

static const char *find_option(const Launch *launch, bool (*is_wanted)(const char *)) {
  const Strings *all[] = {&launch->before, &launch->options, &launch->behind};
  for (size_t list = 0; list < sizeof all / sizeof *all; list++)
    for (size_t i = 0; i < all[list]->count; i++)
      if (is_wanted(all[list]->item[i])) return all[list]->item[i];
  return NULL;
}

static bool chooses_collector(const char *option) { return one_of(option, (const char *const[]){"-XX:+UseSerialGC", "-XX:+UseParallelGC", NULL}); }

static bool takes_collector_back(const char *option) { return one_of(option, (const char *const[]){"-XX:-UseSerialGC", "-XX:-UseParallelGC", NULL}); }

static bool sizes_young(const char *option) {
  return starts_with_one_of(option, (const char *const[]){"-Xmn", "-XX:NewSize=", "-XX:MaxNewSize=", "-XX:NewRatio=", NULL});
}

// What a server differs in from plain java beyond the options' names.
static void refuse_by_meaning(Launch *launch) {
  // Collectors warn of different sizes.
  const char *young = find_option(launch, sizes_young);
  if (young != NULL && find_option(launch, chooses_collector) == NULL) refuse(launch, "size of the young generation without a collector", young);
  // Where these come last a server would have none of its collectors.
  const char *taken_back = find_option(launch, takes_collector_back);
  if (taken_back != NULL) refuse(launch, "collector that cannot be reset", taken_back);
  // Read after the server's own option that switches it off.
  for (size_t i = 0; i < launch->behind.count; i++)
    if (strcmp(launch->behind.item[i], "-XX:+OmitStackTraceInFastThrow") == 0) refuse(launch, "option that a server sets otherwise", launch->behind.item[i]);
}

void sort_options(Launch *launch, SortedOptions *sorted) {
  // The last two are the launcher's own, of this run.
  size_t given = launch->options.count;
  while (given > 0 && launch->options.count - given < 2 && is_set_by_launcher(launch->options.item[given - 1])) given--;
  for (size_t i = 0; i < launch->before.count; i++) sort_option(launch, sorted, launch->before.item[i], true);
  for (size_t i = 0; i < given; i++) sort_option(launch, sorted, launch->options.item[i], false);
  for (size_t i = given; i < launch->options.count; i++)
    add_ordered(sorted, launch->options.item[i], after(launch->options.item[i], "-Dsun.java.command=") != NULL ? OPTION_OF_RUN : OPTION_OF_SERVER);
  for (size_t i = 0; i < launch->behind.count; i++) sort_option(launch, sorted, launch->behind.item[i], true);
  refuse_by_meaning(launch);
}
