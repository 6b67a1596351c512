// SPDX-License-Identifier: Apache-2.0
import java.io.Reader;
import java.util.List;
import javax.script.AbstractScriptEngine;
import javax.script.Bindings;
import javax.script.ScriptContext;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineFactory;
import javax.script.ScriptEngineManager;
import javax.script.SimpleBindings;

/** JDK 25 has no script engine; this program brings one that adds numbers, and registers it by hand. */
public class Scripts {
    private static int made;

    public static void main(String[] args) throws Exception {
        ScriptEngineManager manager = new ScriptEngineManager();
        System.out.println(manager.getEngineFactories().size() + " " + manager.getEngineByName("sum") + " " + manager.get("kept"));
        manager.registerEngineName("sum", new Factory());
        manager.put("kept", "x");
        ScriptEngine engine = manager.getEngineByName("sum");
        engine.put("y", 5);
        System.out.println(engine.eval("1+2+y") + " " + engine.get("y") + " " + manager.get("kept") + " " + made);
    }

    static class Sum extends AbstractScriptEngine {
        @Override
        public Object eval(String script, ScriptContext context) {
            int sum = 0;
            for (String term : script.split("\\+")) {
                Object value = context.getAttribute(term);
                sum += value == null ? Integer.parseInt(term) : (Integer) value;
            }
            return sum;
        }

        @Override
        public Object eval(Reader reader, ScriptContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Bindings createBindings() {
            return new SimpleBindings();
        }

        @Override
        public ScriptEngineFactory getFactory() {
            return new Factory();
        }
    }

    static class Factory implements ScriptEngineFactory {
        @Override
        public String getEngineName() {
            return "sum";
        }

        @Override
        public String getEngineVersion() {
            return "1";
        }

        @Override
        public List<String> getExtensions() {
            return List.of();
        }

        @Override
        public List<String> getMimeTypes() {
            return List.of();
        }

        @Override
        public List<String> getNames() {
            return List.of("sum");
        }

        @Override
        public String getLanguageName() {
            return "sum";
        }

        @Override
        public String getLanguageVersion() {
            return "1";
        }

        @Override
        public Object getParameter(String key) {
            return null;
        }

        @Override
        public String getMethodCallSyntax(String object, String method, String... args) {
            return "";
        }

        @Override
        public String getOutputStatement(String text) {
            return "";
        }

        @Override
        public String getProgram(String... statements) {
            return String.join("+", statements);
        }

        @Override
        public ScriptEngine getScriptEngine() {
            made++;
            return new Sum();
        }
    }
}
