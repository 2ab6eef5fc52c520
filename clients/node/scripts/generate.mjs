// Makes src/generated: the stubs from the repository's protos, those of google.rpc from ./protos,
// and what the client takes over from elsewhere, so that there is no copy that could drift.
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
// buf comes whole from the npm registry, one package for each platform.
const require = createRequire(import.meta.url);
const buf = join(dirname(require.resolve("@bufbuild/buf/package.json")), "bin", "buf");

for (const protos of ["../../protos", "protos"]) {
  execFileSync(process.execPath, [buf, "generate", protos, "--template", "buf.gen.yaml"], {
    cwd: here,
    stdio: "inherit",
  });
}

const config = JSON.parse(await readFile(join(here, "../service_config.json"), "utf8"));
const { version } = JSON.parse(await readFile(join(here, "package.json"), "utf8"));
await mkdir(join(here, "src/generated"), { recursive: true });
await writeFile(
  join(here, "src/generated/build.ts"),
  `// Made by scripts/generate.mjs from clients/service_config.json and package.json.
export const SERVICE_CONFIG_JSON: string = ${JSON.stringify(JSON.stringify(config))};
export const VERSION: string = ${JSON.stringify(version)};
`,
);
