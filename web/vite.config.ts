import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { convert } from "./src/rules/convert.ts";

const SERVER = process.env["ROOFTOP_SERVER"] ?? "http://127.0.0.1:8000";

/** Imports of the rules in docs/ become pages while building. */
function markdown(): Plugin {
  return {
    name: "markdown",
    async load(id) {
      if (!id.endsWith(".md")) return null;
      return { code: `export default ${JSON.stringify(convert(await readFile(id, "utf8")))};`, moduleType: "js" };
    },
  };
}

/** Beside every text its compressed forms, so that the server compresses nothing while people wait. */
function compressed(): Plugin {
  const forms = [
    ["br", promisify(brotliCompress)],
    ["gz", promisify(gzip)],
  ] as const;
  return {
    name: "compressed",
    apply: "build",
    // Only now the files are final: Vite still fills in addresses when they are generated.
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|html|txt)$/.test(name));
      const compressAll = texts.map(async (name) => {
        const file = join(dir ?? "", name);
        const source = await readFile(file);
        for (const [ending, compress] of forms) await writeFile(`${file}.${ending}`, await compress(source));
      });
      await Promise.all(compressAll);
    },
  };
}

export default defineConfig({
  plugins: [react(), markdown(), compressed()],
  build: {
    outDir: "../src/rooftop/server/web",
    emptyOutDir: true,
    license: { fileName: "licences.txt" }, // of all packages in it; the page /about links it
    assetsInlineLimit: 0, // the policy of the pages allows no data addresses
    rolldownOptions: { checks: { pluginTimings: false } }, // compressing takes its time
    chunkSizeWarningLimit: 1500, // three.js, loaded with the table only
  },
  test: {
    setupFiles: "src/testing/page.ts",
    server: { deps: { inline: ["@react-three/fiber"] } },
  },
  ssr: { resolve: { mainFields: ["module", "main"] } }, // in tests: one three.js for react-three-fiber and for us
  server: { proxy: { "/api": { target: SERVER, ws: true, changeOrigin: false } } },
});
