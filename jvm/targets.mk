# SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
# Targets of the JDK image.

.PHONY: jvm jvm-debug jvm-stock
jvm: ## build the Spillway JDK image into dist/jdk
	@jvm/build/image release

jvm-debug: ## build the same image with the fastdebug VM into dist/jdk-debug
	@jvm/build/image fastdebug

jvm-stock: ## build the unmodified JDK with the same toolchain into dist/jdk-stock
	@jvm/build/image stock
