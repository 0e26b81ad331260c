/**
 * Writes a string as a ClickHouse literal, for the few places in which a parameter cannot stand: SET, KILL and file
 * names.
 */
export function stringLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
}

/**
 * Checks a name of a setting, parameter or database, for use in SQL text. Throws a RangeError if it is no identifier.
 */
export function identifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name))
    throw new RangeError(`no identifier: ${name.slice(0, 64)}`);
  return name;
}
