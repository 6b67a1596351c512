// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Recordings of the balancer: the sample lines of its log (-Xlog:balancer*=debug) behind a line with the policy, and their replay.
#pragma once

#include "gc/parallel/balancer/balancerSample.hpp"
#include "gc/parallel/balancer/marginalPolicy.hpp"
#include "gc/parallel/balancer/paperPolicy.hpp"

#include <istream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace recording {

struct Step {
  BalancerSample sample;
  std::string action;
  size_t limit;
  std::string rule;
  int collects;               // whether a full collection was asked for; negative where an older log does not say
  int keeps;                  // whether H1 may keep what it does not use; the same
};

struct Recording {
  std::string policy;
  std::vector<Step> steps;
  std::string error;          // what is wrong with it, with the number of the line; empty if nothing is
};

template <typename T> bool parse(const std::string& text, T* value) {
  std::istringstream in(text);
  return !(in >> *value).fail() && in.peek() == EOF;
}

// All fields of a sample and no others; what is wrong, or nothing.
inline std::string read_fields(const std::string& text, BalancerSample* s) {
  std::map<std::string, std::string> fields;
  std::istringstream words(text);
  for (std::string word; words >> word; ) {
    const size_t at = word.find('=');
    fields[word.substr(0, at)] = at == std::string::npos ? "" : word.substr(at + 1);
  }
#define READ_FIELD(name) \
  if (!parse(fields[#name], &s->name)) { return "no number for " #name; } \
  fields.erase(#name);
  BALANCER_SAMPLE_FIELDS(READ_FIELD)
#undef READ_FIELD
  return fields.empty() ? "" : "unknown field " + fields.begin()->first;
}

// Takes a word such as " collects=0" or " collects=1" off the end, which older logs do not have.
inline int read_flag(const std::string& key, std::string* line) {
  const size_t at = line->size() - MIN2(line->size(), key.size() + 1);
  const bool has = line->compare(at, key.size(), key) == 0 && (line->back() == '0' || line->back() == '1');
  const int value = has ? line->back() - '0' : -1;
  line->resize(has ? at : line->size());
  return value;
}

// "sample name=value ... -> action limit (rule) collects=0 keeps=0"
inline std::string read_step(std::string line, Step* step) {
  step->keeps = read_flag(" keeps=", &line);
  step->collects = read_flag(" collects=", &line);
  const std::string start = "sample ", arrow = " -> ";
  const size_t at = line.find(arrow);
  if (line.compare(0, start.size(), start) != 0 || at == std::string::npos || line.back() != ')') {
    return "no sample";
  }
  std::istringstream decision(line.substr(at + arrow.size()));
  std::string rule;
  if (!(decision >> step->action >> step->limit) || !std::getline(decision, rule) || rule.compare(0, 2, " (") != 0) {
    return "no decision";
  }
  step->rule = rule.substr(2, rule.size() - 3);
  return read_fields(line.substr(start.size(), at - start.size()), &step->sample);
}

inline Recording read(std::istream& in) {
  Recording r;
  const std::string policy = "policy ";
  int number = 0;
  for (std::string line; std::getline(in, line); ) {
    number++;
    if (line.empty() || line[0] == '#') {
      continue;
    }
    if (r.policy.empty() && line.compare(0, policy.size(), policy) == 0) {
      r.policy = line.substr(policy.size());
      continue;
    }
    Step step = {};
    const std::string error = r.policy.empty() ? "no policy before the first sample" : read_step(line, &step);
    if (!error.empty()) {
      r.error = "line " + std::to_string(number) + ": " + error;
      return r;
    }
    r.steps.push_back(step);
  }
  r.error = r.steps.empty() ? "no samples" : "";
  return r;
}

// A policy by the name of its flag, as BalancerControl has it; 'scans' is what older logs call the default one.
class Policy {
  bool _is_paper;
  PaperVariant _variant;
  MarginalState _marginal = {};
  PaperState _paper = {};

public:
  explicit Policy(const std::string& name)
      : _is_paper(name.compare(0, 5, "paper") == 0), _variant({ name != "paper-multihop", name == "paper-current" }) {}
  static bool is_known(const std::string& name) {
    return name == "default" || name == "marginal" || name == "scans" || name == "paper" || name == "paper-multihop" || name == "paper-current";
  }
  BalancerDecision decide(const BalancerSample& s) {
    return _is_paper ? PaperPolicy::decide(s, _variant, &_paper) : MarginalPolicy::decide(s, &_marginal);
  }
};

inline std::string text_of(const std::string& action, size_t limit, const std::string& rule) {
  return action + " " + std::to_string(limit) + " (" + rule + ")";
}

// Whether a decision keeps H1 within its bounds. Where floor and ceiling cross, H1 stays or shrinks to what is live.
inline bool within_bounds(const BalancerSample& s, const BalancerDecision& d) {
  switch (d.action) {
    case BalancerDecision::Grow:   return d.limit > s.limit && d.limit <= s.ceiling;
    case BalancerDecision::Shrink: return d.limit < s.limit && d.limit >= MIN2(s.last_full_pause > 0 ? s.floor : s.least_floor, s.limit) &&
                                          d.limit <= MAX2(s.ceiling, s.floor) + BalancerGuard::ceiling_quantum(s.limit);
    default:                       return d.limit == s.limit;
  }
}

// The first sample after which the policy leaves its bounds, or decides otherwise than recorded; empty if there is none.
inline std::string replay(const Recording& r) {
  if (!Policy::is_known(r.policy)) {
    return "no policy of the name " + r.policy;
  }
  Policy policy(r.policy);
  for (size_t i = 0; i < r.steps.size(); i++) {
    const Step& step = r.steps[i];
    const BalancerDecision d = policy.decide(step.sample);
    const std::string now = text_of(BalancerDecision::name(d.action), d.limit, d.rule);
    const std::string then = text_of(step.action, step.limit, step.rule);
    const std::string where = "sample " + std::to_string(i + 1) + ": ";
    if (!within_bounds(step.sample, d)) {
      return where + now + " is out of bounds";
    }
    if (now != then) {
      return where + now + ", recorded was " + then;
    }
    if (step.collects >= 0 && d.collect != (step.collects == 1)) {
      return where + now + (d.collect ? " asks for a full collection, recorded was none" : " asks for no full collection, recorded was one");
    }
    if (step.keeps >= 0 && d.keeps != (step.keeps == 1)) {
      return where + now + (d.keeps ? " lets H1 keep what it does not use, recorded was the opposite" : " lets H1 not keep what it does not use, recorded was the opposite");
    }
  }
  return "";
}

} // namespace recording
