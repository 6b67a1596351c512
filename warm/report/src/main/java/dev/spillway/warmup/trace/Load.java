// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.trace;

/**
 * A step of class loading. Steps of one thread are nested.
 *
 * @param time when
 * @param kind what
 */
public record Load(Interval time, LoadKind kind) {}
