/** What is kept under the key, made where it is not there yet: whoever asks meanwhile waits for the same. */
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
