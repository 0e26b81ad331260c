import { families } from '../../domain/people/access/families.ts';
import type { Endpoint } from '../define-endpoint.ts';

/** Lists the families of a table of endpoints, with how many operations each has. */
export function apiFamilies(
  endpoints: readonly Pick<Endpoint<never>, 'family'>[],
): { name: string; summary: string; operations: number }[] {
  const counts = Map.groupBy(endpoints, ({ family }) => family);
  return [...counts].map(([name, { length: operations }]) => ({
    name,
    summary: families[name] ?? name,
    operations,
  }));
}
