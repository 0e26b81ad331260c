/**
 * Gets the value under the key, and makes it if it is not there yet: callers that ask meanwhile wait for the same
 * value.
 */
export function kept<Value>(
  store: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  let value = store.get(key);
  if (value === undefined) {
    value = make();
    store.set(key, value);
  }
  return value;
}
