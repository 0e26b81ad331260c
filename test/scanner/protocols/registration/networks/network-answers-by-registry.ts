import type { NetworkFacts } from '../../../../../scanner/ports/network-registration.ts';

/** Texts of answers, each with the facts that it tells, by the name of the registry. */
export type NetworkAnswersByRegistry = Readonly<
  Record<string, { readonly text: string; readonly told: Partial<NetworkFacts> }>
>;
