// Removes everything that the other scripts make.
import { rm } from "node:fs/promises";

for (const made of ["dist", ".build", "src/generated"]) {
  await rm(new URL(`../${made}`, import.meta.url), { recursive: true, force: true });
}
