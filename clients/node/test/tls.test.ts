import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { ServerCredentials } from "@grpc/grpc-js";
import { Client, UnavailableError, type TlsOptions } from "myosotis";
import * as protobuf from "myosotis/protobuf";

import { FakeServer, unary } from "./fake_server.js";

const folder = mkdtempSync(join(tmpdir(), "myosotis-tls-"));
after(() => rmSync(folder, { recursive: true }));
const hasOpenssl = ((): boolean => {
  try {
    execFileSync("openssl", ["version"]);
    return true;
  } catch {
    return false;
  }
})();

function openssl(...words: string[]): void {
  execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
}

const read = (name: string): Buffer => readFileSync(join(folder, name));
const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/** An authority of that name, in `NAME.pem` and `NAME.key`. */
function makeAuthority(name: string): void {
  const files = ["-keyout", `${name}.key`, "-out", `${name}.pem`];
  openssl("req", "-x509", ...NEW_KEY, "-days", "2", "-subj", `/CN=${name}`, ...files);
}

function makeCertificate(name: string, authority: string, host: string): void {
  const made = ["-keyout", `${name}.key`, "-out", `${name}.csr`];
  openssl("req", ...NEW_KEY, "-subj", `/CN=${name}`, ...made);
  writeFileSync(join(folder, "names"), `subjectAltName=DNS:${host}`);
  const signer = ["-CA", `${authority}.pem`, "-CAkey", `${authority}.key`, "-CAcreateserial"];
  const files = ["-in", `${name}.csr`, "-out", `${name}.pem`, "-extfile", "names"];
  openssl("x509", "-req", "-days", "2", ...signer, ...files);
}

test("an authority, a server's other name, a client's own", { skip: !hasOpenssl }, async () => {
  makeAuthority("ca");
  makeAuthority("stranger");
  makeCertificate("server", "ca", "memory.example");
  makeCertificate("client", "ca", "client.example");
  const pair = { private_key: read("server.key"), cert_chain: read("server.pem") };
  const credentials = ServerCredentials.createSsl(read("ca.pem"), [pair], true);
  const getProfile = unary(() => protobuf.GetProfileResponse.create({ summary: "住在成都" }));
  const server = await FakeServer.start({ conversation: { getProfile } }, { credentials });
  const summary = async (tls: TlsOptions): Promise<string> => {
    const client = new Client(server.address, { tls });
    try {
      return (await client.profile({ userId: "u" }, { timeoutMs: 5000 })).summary;
    } finally {
      client.close();
    }
  };
  const known: TlsOptions = {
    rootCertificates: read("ca.pem"),
    privateKey: read("client.key").toString(),
    certificateChain: read("client.pem"),
    serverName: "memory.example",
  };
  try {
    assert.equal(await summary(known), "住在成都");
    const distrusted = summary({ ...known, rootCertificates: read("stranger.pem") });
    await assert.rejects(distrusted, UnavailableError);
    await assert.rejects(summary({ ...known, serverName: "other.example" }), UnavailableError);
    const { privateKey, certificateChain, ...anonymous } = known;
    assert.ok(privateKey && certificateChain);
    await assert.rejects(summary(anonymous), UnavailableError);
  } finally {
    server.stop();
  }
});
