// SPDX-License-Identifier: Apache-2.0
package dev.spillway.bench.neo4j;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.spillway.SecondHeap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.exceptions.KernelException;
import org.neo4j.gds.RelationshipType;
import org.neo4j.gds.beta.generator.GraphGenerateProc;
import org.neo4j.gds.core.loading.CSRGraphStore;
import org.neo4j.gds.core.loading.GraphStoreCatalog;
import org.neo4j.gds.pagerank.PageRankStreamProc;
import org.neo4j.gds.wcc.WccStatsProc;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.kernel.api.procedure.GlobalProcedures;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Neo4j within this JVM: random graphs in its graph data science library, whose relationships are tagged for the second heap, then
 * rounds of weighted PageRank and of weakly connected components over them. Prints one line "RESULT {json}" as the jobs of Spark do.
 * Several graphs, each tagged before the next is made: the library makes one in the first heap.
 *
 * <p>Arguments: {@code --home} directory of the database, {@code --graphs}, {@code --nodes} and {@code --degree} relationships of a node
 * in the mean of each, {@code --rounds}, {@code --iterations} of PageRank in each.
 */
public final class GraphScienceJob {
    private static final long LABEL = 1;
    // Of the database itself, which is empty.
    private static final long PAGE_CACHE_BYTES = 8L << 20;
    private static final String MAKE = "CALL gds.graph.generate($graph, $nodes, $degree, {relationshipDistribution: 'POWER_LAW', relationshipSeed: $seed,"
            + " relationshipProperty: {name: 'weight', type: 'RANDOM', min: 0.5, max: 1.5}}) YIELD relationships RETURN relationships";
    // With sudo the library does not refuse what its graphs, which it takes to be in the first heap, leave no room for.
    private static final String RANK = "CALL gds.pageRank.stream($graph, {relationshipWeightProperty: 'weight', maxIterations: $iterations, tolerance: 0.0, sudo: true})"
            + " YIELD score RETURN sum(score) AS ranks";
    private static final String COMPONENTS = "CALL gds.wcc.stats($graph, {sudo: true}) YIELD componentCount RETURN componentCount";

    private final Map<String, Double> phases = new LinkedHashMap<>();
    private final Map<String, Object> digest = new LinkedHashMap<>();
    private final List<String> graphs = new ArrayList<>();
    private final GraphDatabaseService database;

    private GraphScienceJob(GraphDatabaseService database) {
        this.database = database;
    }

    public static void main(String[] words) throws Exception {
        Map<String, String> arguments = parsed(words);
        long began = System.nanoTime();
        DatabaseManagementService service = new DatabaseManagementServiceBuilder(Path.of(arguments.get("home")))
                .setConfig(GraphDatabaseSettings.pagecache_memory, PAGE_CACHE_BYTES)
                .setConfig(GraphDatabaseSettings.procedure_unrestricted, List.of("gds.*")).build();
        try {
            GraphScienceJob job = new GraphScienceJob(service.database("neo4j"));
            job.register();
            job.add("start", began);
            job.load(number(arguments, "graphs"), number(arguments, "nodes"), number(arguments, "degree"));
            job.ask(number(arguments, "rounds"), number(arguments, "iterations"));
            System.out.println("RESULT " + job.json());
        } finally {
            service.shutdown();
        }
    }

    private static Map<String, String> parsed(String... words) {
        Map<String, String> arguments = new HashMap<>();
        for (int i = 0; i + 1 < words.length; i += 2) {
            arguments.put(words[i].substring(2), words[i + 1]);
        }
        return arguments;
    }

    private static long number(Map<String, String> arguments, String key) {
        String word = arguments.get(key);
        if (word == null) {
            throw new IllegalArgumentException("--" + key + " is missing");
        }
        return Long.parseLong(word);
    }

    private void register() throws KernelException {
        GlobalProcedures procedures = ((GraphDatabaseAPI) database).getDependencyResolver().resolveDependency(GlobalProcedures.class);
        for (Class<?> procedure : new Class<?>[] {GraphGenerateProc.class, PageRankStreamProc.class, WccStatsProc.class}) {
            procedures.registerProcedure(procedure);
        }
    }

    private void load(long count, long nodes, long degree) {
        long began = System.nanoTime();
        long relationships = 0;
        for (long number = 0; number < count; number++) {
            String graph = "graph-" + number;
            relationships += query(MAKE, Map.of("graph", graph, "nodes", nodes, "degree", degree, "seed", number)).longValue();
            tag(graph);
            graphs.add(graph);
        }
        digest.put("relationships", relationships);
        add("load", began);
        add("job", began);
    }

    // Only the arrays: what leads to them changes with each algorithm.
    private void tag(String graph) {
        CSRGraphStore store = (CSRGraphStore) GraphStoreCatalog.get("", database.databaseName(), graph).graphStore();
        for (RelationshipType type : store.relationshipTypes()) {
            SecondHeap.tagRoot(store.getTopology(type).adjacencyList(), LABEL);
            for (String property : store.relationshipPropertyKeys(type)) {
                SecondHeap.tagRoot(store.relationshipPropertyValues(type, property).values().propertiesList(), LABEL);
            }
        }
        SecondHeap.move(LABEL);
    }

    private void ask(long rounds, long iterations) {
        long began = System.nanoTime();
        double ranks = 0;
        long components = 0;
        for (long round = 0; round < rounds; round++) {
            for (String graph : graphs) {
                long at = System.nanoTime();
                ranks += query(RANK, Map.of("graph", graph, "iterations", iterations)).doubleValue();
                add("rank", at);
                at = System.nanoTime();
                components += query(COMPONENTS, Map.of("graph", graph)).longValue();
                add("components", at);
            }
        }
        digest.put("ranks", ranks);
        digest.put("components", components);
        add("job", began);
    }

    private Number query(String text, Map<String, Object> parameters) {
        try (Transaction transaction = database.beginTx(); Result rows = transaction.execute(text, parameters)) {
            return (Number) rows.next().values().iterator().next();
        }
    }

    private void add(String phase, long began) {
        phases.merge(phase, (System.nanoTime() - began) / 1e9, Double::sum);
    }

    private String json() throws Exception {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("job", "neo4j");
        result.put("digest", digest);
        result.put("phases_s", phases);
        result.put("java", System.getProperty("java.vm.version"));
        return new ObjectMapper().writeValueAsString(result);
    }
}
