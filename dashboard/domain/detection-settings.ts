export type Changes = Readonly<Record<string, unknown>>;

/** Groups whose settings a person can set as numbers, by name. */
export function numberGroups(
  settings: Readonly<Record<string, unknown>>,
): { group: string; fields: { name: string; value: number }[] }[] {
  return Object.entries(settings).flatMap(([group, held]) => {
    if (typeof held !== 'object' || held === null || Array.isArray(held)) return [];
    const fields = Object.entries(held).flatMap(([name, value]) =>
      typeof value === 'number' ? [{ name, value }] : [],
    );
    return fields.length === 0 ? [] : [{ group, fields }];
  });
}

/** Adds a number to the changes; undefined takes it back to the program's own. */
export function withNumber(
  changes: Changes,
  group: string,
  name: string,
  value: number | undefined,
): Changes {
  const held = { ...(changes[group] as Record<string, unknown> | undefined) };
  if (value === undefined) delete held[name];
  else held[name] = value;
  const { [group]: _, ...others } = changes;
  return Object.keys(held).length === 0 ? others : { ...others, [group]: held };
}

/** Adds a detector, switched on or off, to the changes. */
export function withDetector(changes: Changes, detector: string, on: boolean): Changes {
  const disabled = new Set((changes.disabled as string[] | undefined) ?? []);
  if (on) disabled.delete(detector);
  else disabled.add(detector);
  return { ...changes, disabled: [...disabled] };
}
