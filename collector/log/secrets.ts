/** Fields that hold secrets wherever they stand, in lower case. */
const secretFields = new Set([
  'authorization',
  'password',
  'token',
  'secret',
  'api_key',
  'apikey',
  'adminkey',
  'x-api-key',
]);
/** Levels of objects that are looked through. */
const deepest = 3;

/** Keys and tokens that got into a text: what is left of a key is its kind. */
const secretText =
  /(sonde_[a-z]{3}_)[0-9A-Za-z]+|([Bb]earer )[\x21\x23-\x5b\x5d-\x7e]+|(:\/\/[^:@/\s"]*:)[^@/\s"]+(?=@)/g;
/** Without one of these there is nothing to replace, as in nearly all lines. */
const sign = /sonde_|earer |:\/\//;

export function hideSecrets(line: string): string {
  return sign.test(line) ? line.replaceAll(secretText, '$1$2$3(hidden)') : line;
}

/** Removes the secrets from fields: the same object if it has no secret, which is nearly always. */
export function withoutSecretFields(fields: Record<string, unknown>): Record<string, unknown> {
  return withoutSecrets(fields, deepest);
}

function withoutSecrets(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  let result = fields;
  for (const key in fields) {
    const value = fields[key];
    const shown = secretFields.has(key.toLowerCase()) ? '(hidden)' : shownValue(value, depth);
    if (shown === value) continue;
    if (result === fields) result = { ...fields };
    result[key] = shown;
  }
  return result;
}

function shownValue(value: unknown, depth: number): unknown {
  const plain =
    typeof value === 'object' && value !== null && !(value instanceof Error) && !Array.isArray(value);
  return plain && depth > 1 ? withoutSecrets(value as Record<string, unknown>, depth - 1) : value;
}
