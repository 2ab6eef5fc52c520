// Runs the README's first lines as they stand, but against the server at MYOSOTIS_ADDRESS.
import { mkdir, readFile, writeFile } from "node:fs/promises";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const [, code] = /```ts\n(.*?)```/s.exec(readme) ?? [];
if (code === undefined) throw new Error("the README has no code");
const address = process.env.MYOSOTIS_ADDRESS ?? "127.0.0.1:50051";
const written = new URL("../.build/readme.js", import.meta.url);
await mkdir(new URL(".", written), { recursive: true });
await writeFile(written, code.replaceAll("127.0.0.1:50051", address));
await import(written.href);
