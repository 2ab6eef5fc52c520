/** Statements, put together for the requests of an import. */

export const MAX_BATCH = 100;

/** Throws RangeError unless `size` is a whole number from 1 to 100. */
export async function* batches<Item, Request>(
  items: Iterable<Item> | AsyncIterable<Item>,
  size: number,
  request: (batch: readonly Item[]) => Request,
): AsyncGenerator<Request, void, undefined> {
  if (!Number.isInteger(size) || size < 1 || size > MAX_BATCH) {
    throw new RangeError(`batchSize must be 1 to ${MAX_BATCH}`);
  }
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length === size) {
      yield request(batch);
      batch = [];
    }
  }
  if (batch.length > 0) yield request(batch);
}
