# SPDX-License-Identifier: Apache-2.0
# Demo and benchmarks; docs/benchmarks.md says what they measure. ARGS passes options, for example ARGS=--help.

BENCH = @PYTHONPATH=bench .venv/bin/python -m spillway_bench

# The image is built unless another one is named; stock is dist/jdk-stock where it was built, otherwise an installed JDK 25.
# A question about the options builds nothing.
asks_help = $(filter --help -h,$(ARGS))
BENCH_READY = $(if $(asks_help),venv,deps venv $(if $(SPILLWAY_JDK),,jvm) java)

.PHONY: demo bench-demo-sweep bench-h2 bench-h2-writes bench-h2-jobs bench-leaky bench-espill bench-balancer bench-warm bench-warmup bench-warm-guards record-balancer bench-kept bench-jobs-sweep check-goals bench-jobs bench-neo4j

demo: $(BENCH_READY) ## compare Spark jobs on the best stock settings and on Spillway (EDGES=<SNAP edge list>, ARGS=--help)
	$(BENCH) demo $(if $(EDGES),--edges "$(EDGES)") $(ARGS)

bench-demo-sweep: $(BENCH_READY) ## find the best sizes of every setting of the demo, write bench/sweeps/demo.json (long)
	$(BENCH) demo-sweep $(ARGS)

# Its goals of 1% need a stock VM of the same compiler.
bench-h2: $(BENCH_READY) $(if $(asks_help)$(STOCK_JDK),,jvm-stock) ## measure the second heap itself: collections, moves, access (ARGS=--help)
	$(BENCH) bench-h2 $(ARGS)

bench-h2-writes: deps venv ## measure ways to write moved objects to the file of H2 under a memory limit
	$(BENCH) bench-h2-writes $(ARGS)

bench-h2-jobs: $(BENCH_READY) ## measure the ten Spark workloads of the TeraHeap paper (ARGS=--help)
	$(BENCH) bench-h2-jobs $(ARGS)

bench-leaky: deps venv java ## measure grouping and joining with values as bytes, on a stock JDK (ARGS=--quick or --help)
	$(BENCH) bench-leaky $(ARGS)

bench-espill: deps venv java ## measure spill thresholds that follow GC time, on a stock JDK (ARGS=--quick or --help)
	$(BENCH) bench-espill $(ARGS)

# Without --only, and where it names neo4j.
needs_neo4j = $(if $(findstring --only,$(ARGS)),$(findstring neo4j,$(ARGS)),$(if $(asks_help)$(filter --plan --quick,$(ARGS)),,yes))
bench-balancer: $(BENCH_READY) $(if $(needs_neo4j),bench-neo4j) ## measure the memory balancer against every static split of its budget, in series (ARGS=--plan, --quick or --help)
	$(BENCH) bench-balancer $(ARGS)

bench-warm: $(if $(asks_help)$(filter --plan,$(ARGS)),venv,deps venv $(if $(SPILLWAY_JDK),,jvm warm)) ## measure warm servers against plain java, AppCDS and the AOT cache (ARGS=--quick, --plan or --help)
	$(BENCH) bench-warm $(ARGS)

bench-warmup: $(if $(asks_help),venv,deps venv $(if $(SPILLWAY_JDK),,jvm warm)) ## measure what warm-up costs HDFS's shell and Spark SQL over the size of their data (ARGS=--quick or --help)
	$(BENCH) bench-warmup $(ARGS)

bench-warm-guards: $(if $(asks_help),venv,deps venv) ## measure what checks of the state of classes would cost compiled code, on a stock JDK (ARGS=--help)
	$(BENCH) bench-warm-guards $(ARGS)

record-balancer: venv ## make recordings for make test-policy from the last runs of bench-balancer (ARGS=--help)
	$(BENCH) record-balancer $(ARGS)

bench-jobs-sweep: $(BENCH_READY) ## find the best sizes of every setting of the ten workloads (very long)
	$(BENCH) jobs-sweep $(ARGS)

bench-kept: venv ## goals and tables of the runs in bench/kept, which outlive the machine (ARGS="bench-balancer", --add to keep those of the last result)
	$(BENCH) kept $(ARGS)

check-goals: venv ## recompute the goals of all results from their raw runs, list what is missing or missed
	$(BENCH) check-goals

bench-jobs: ## build the jar of the Spark jobs
	@mkdir -p build/logs && { mvn -B -ntp -pl bench/jobs package >build/logs/bench-jobs.log 2>&1 || { tail -n 30 build/logs/bench-jobs.log; exit 1; }; }

# Neo4j's classes need a newer compiler than the JDK 17 that builds the rest.
bench-neo4j: ## get Neo4j and its graph data science library (160 MB, GPL 3) and build the job of bench-balancer that runs them
	@mkdir -p build/logs && { mvn -B -ntp -Pneo4j -pl hints,bench/neo4j package -DskipTests -Dspillway.stock.jdk="$$(jvm/build/boot-jdk)" \
	  >build/logs/bench-neo4j.log 2>&1 || { tail -n 30 build/logs/bench-neo4j.log; exit 1; }; }

test-bench: bench-jobs warm
