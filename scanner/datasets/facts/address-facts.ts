import type { Delegation } from '../formats/delegations.ts';
import type { RouteValidity } from '../tables/payload-table.ts';

/** A place states the location of a network's use, as far as a source tells it. */
export interface Place {
  /** Two letters (ISO 3166-1). */
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly timezone: string | null;
  /** The dataset that tells it. */
  readonly source: string;
}

/** A route is a route as the datasets have it. */
export interface Route {
  readonly prefix: string;
  /** More than one if several systems announce the same prefix. */
  readonly origins: readonly number[];
  readonly source: string;
}

export interface KnownSystem {
  readonly asn: number;
  readonly name: string | null;
  readonly country: string | null;
}

/**
 * A mark states which dataset marks a network: null if no dataset of the kind is loaded, else the marker's name, or
 * false if none marks it.
 */
export type Mark = string | false | null;

export interface Marks {
  readonly hosting: Mark;
  readonly tor: Mark;
  readonly relay: Mark;
  readonly vpn: Mark;
  readonly anycast: Mark;
}

/** The brief facts are the facts that fit beside an address in a list. */
export interface BriefFacts extends Marks {
  readonly system: KnownSystem | null;
  readonly place: Place | null;
}

/**
 * The address facts are the loaded datasets' facts about an address. Null: no dataset fills it; `datasets` of an answer
 * says which would.
 */
export interface AddressFacts extends BriefFacts {
  readonly route: Route | null;
  /** False if routes are loaded and none has it; null if none are. */
  readonly isAnnounced: boolean | null;
  readonly delegation: (Delegation & { readonly prefix: string }) | null;
  /** RFC 6811, of the route by its first origin; null if no payloads are loaded that may be relied upon. */
  readonly validity: RouteValidity | null;
  /** The datasets that said something. */
  readonly sources: readonly string[];
}

/** A facts run is a row of addresses that the datasets say the same of. */
export interface FactsRun {
  /** From the first address of the walk on, both included. */
  readonly first: number;
  readonly last: number;
  readonly facts: AddressFacts;
}

export interface CoveringPayload {
  readonly prefix: string;
  readonly maxLength: number;
  readonly asn: number;
}
