/** How a conformance case's expectations are compared (clients/conformance/README.md). */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Members = { [name: string]: Json };

const TOLERANCE = 1e-6;

/** The first thing that differs, with its path; undefined if all matches. */
export function mismatch(expected: Json, actual: Json | undefined, path = ""): string | undefined {
  if (isMembers(expected)) {
    return Object.keys(expected).some((name) => name.startsWith("$"))
      ? operatorMismatch(expected, actual, path)
      : membersMismatch(expected, actual, path);
  }
  if (Array.isArray(expected)) return arrayMismatch(expected, actual, path);
  if (isSameScalar(expected, actual)) return undefined;
  return differs(path, show(expected), actual);
}

/** The value at a path such as `changes.0.memory.memoryId`; undefined if there is none. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let found = value;
  for (const step of path.split(".")) {
    if (Array.isArray(found)) found = found[Number(step)];
    else if (isMembers(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

export function isMembers(value: Json | undefined): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function membersMismatch(
  expected: Members,
  actual: Json | undefined,
  path: string,
): string | undefined {
  if (actual === undefined && Object.keys(expected).length === 0) return undefined;
  if (!isMembers(actual)) return differs(path, show(expected), actual);
  for (const [name, value] of Object.entries(expected)) {
    const wrong = mismatch(value, actual[name], below(path, name));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function arrayMismatch(
  expected: Json[],
  actual: Json | undefined,
  path: string,
): string | undefined {
  const items = actual ?? [];
  if (!Array.isArray(items)) return differs(path, "an array", actual);
  if (items.length !== expected.length) {
    return differs(path, `${expected.length} elements`, items);
  }
  for (const [index, item] of expected.entries()) {
    const wrong = mismatch(item, items[index], below(path, String(index)));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function operatorMismatch(
  expected: Members,
  actual: Json | undefined,
  path: string,
): string | undefined {
  for (const [name, operand] of Object.entries(expected)) {
    if (!doesHold(name, operand, actual)) return differs(path, show({ [name]: operand }), actual);
  }
  return undefined;
}

function doesHold(operator: string, operand: Json | undefined, actual: Json | undefined): boolean {
  switch (operator) {
    case "$any":
      return !isDefault(actual);
    case "$absent":
      return isDefault(actual);
    case "$contains":
      return hasEach(asArray(operand), asArray(actual));
    case "$excludes":
      return !asArray(operand).some((each) => hasElement(actual, each));
    case "$length":
      return asArray(actual).length === operand;
    case "$regex":
      return new RegExp(String(operand), "u").test(String(actual ?? ""));
    case "$at_least":
      return Number(actual ?? 0) >= Number(operand) - TOLERANCE;
    case "$at_most":
      return Number(actual ?? 0) <= Number(operand) + TOLERANCE;
    default:
      throw new Error(`no such way to match: ${operator}`);
  }
}

/** Whether each of `wanted` matches an element of its own. */
function hasEach(wanted: Json[], elements: Json[]): boolean {
  const [first, ...others] = wanted;
  if (first === undefined) return true;
  return elements.some(
    (each, index) =>
      mismatch(first, each) === undefined &&
      hasEach(others, [...elements.slice(0, index), ...elements.slice(index + 1)]),
  );
}

function hasElement(actual: Json | undefined, wanted: Json): boolean {
  return asArray(actual).some((each) => mismatch(wanted, each) === undefined);
}

function asArray(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function isDefault(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isMembers(value)) return Object.keys(value).length === 0;
  if (typeof value === "string" && value.endsWith("_UNSPECIFIED")) return true;
  return value === undefined || value === null || value === 0 || value === "0" || !value;
}

/** A 64-bit number may stand as a string or a number; what is not there has its default. */
function isSameScalar(expected: Json, actual: Json | undefined): boolean {
  if (actual === undefined || actual === null) return isDefault(expected);
  if (typeof expected === "number" || typeof actual === "number") {
    const isNumber = [expected, actual].every(
      (each) => typeof each === "number" || (typeof each === "string" && /^-?\d/.test(each)),
    );
    return isNumber && Math.abs(Number(expected) - Number(actual)) <= TOLERANCE;
  }
  return expected === actual;
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function differs(path: string, expected: string, actual: Json | undefined): string {
  return `${path || "answer"}: expected ${expected}, got ${show(actual)}`;
}

function show(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
