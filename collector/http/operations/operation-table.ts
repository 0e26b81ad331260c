import type { Method } from '../define-endpoint.ts';
import type { Operation } from './operation.ts';
import type { PathParameters } from './read-input.ts';

interface Claim {
  readonly operation: Operation;
  /** Segments of its path, placeholders in braces among them: `api`, `domain`, `{domain}`. */
  readonly segments: readonly string[];
}

/**
 * A place tells what one path is for, by method. Paths that differ in the names of their placeholders alone are one.
 */
interface Place {
  readonly segments: readonly string[];
  readonly claims: Map<string, Claim>;
}

export interface Match {
  readonly operation: Operation;
  readonly parameters: PathParameters;
}

const noParameters: PathParameters = Object.freeze({});

/**
 * An operation table finds operations by method and path. A path without placeholders is looked up whole, and goes
 * before those that would fit too, as does the one whose first placeholder comes later. HEAD is served as GET, and a
 * slash at the end is passed over.
 */
export class OperationTable {
  readonly #plain = new Map<string, Place>();
  /** Paths with placeholders, by what stands before the first of them: `/api/domain/`. */
  readonly #patterns = new Map<string, Place[]>();

  /** Throws if two operations claim one method and path. */
  add(method: Method, operation: Operation): void {
    const segments = segmentsOf(operation.path);
    const { claims } = this.#placeOf(operation.path, segments);
    for (const name of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
      if (claims.has(name)) throw new Error(`two operations claim ${name} ${operation.path}`);
      claims.set(name, { operation, segments });
    }
  }

  find(method: string, path: string): Match | undefined {
    const plain = this.#plain.get(path)?.claims.get(method);
    if (plain !== undefined) return { operation: plain.operation, parameters: noParameters };
    const segments = segmentsOf(path);
    for (const { claims } of this.#fitting(path, segments)) {
      const claim = claims.get(method);
      if (claim !== undefined) {
        return { operation: claim.operation, parameters: parametersOf(claim, segments) };
      }
    }
    return undefined;
  }

  /** Every path of the table, placeholders in braces. */
  get paths(): string[] {
    const places = [...this.#plain.values(), ...[...this.#patterns.values()].flat()];
    return places.map(({ segments }) => `/${segments.join('/')}`);
  }

  /** The methods that a path takes. */
  methodsAt(path: string): string[] {
    const methods = new Set<string>();
    for (const { claims } of this.#fitting(path, segmentsOf(path))) {
      for (const method of claims.keys()) methods.add(method);
    }
    return [...methods];
  }

  *#fitting(path: string, segments: readonly string[]): Generator<Place> {
    const plain = this.#plain.get(path.endsWith('/') ? `/${segments.join('/')}` : path);
    if (plain !== undefined) yield plain;
    for (let end = path.length; end > 0; ) {
      const slash = path.lastIndexOf('/', end - 1);
      for (const place of this.#patterns.get(path.slice(0, slash + 1)) ?? []) {
        if (fits(place, segments)) yield place;
      }
      end = slash;
    }
  }

  #placeOf(path: string, segments: readonly string[]): Place {
    const place = { segments, claims: new Map() };
    if (!segments.some(isPlaceholder)) {
      const known = this.#plain.get(path) ?? place;
      this.#plain.set(path, known);
      return known;
    }
    const beginning = path.slice(0, path.indexOf('{'));
    const patterns = this.#patterns.get(beginning) ?? [];
    this.#patterns.set(beginning, patterns);
    const known = patterns.find((other) => shapeOf(other.segments) === shapeOf(segments));
    if (known === undefined) patterns.push(place);
    return known ?? place;
  }
}

function segmentsOf(path: string): string[] {
  return (path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/');
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{');
}

function shapeOf(segments: readonly string[]): string {
  return segments.map((segment) => (isPlaceholder(segment) ? '{}' : segment)).join('/');
}

/** An empty segment is nothing that could stand for a placeholder. */
function fits(place: Place, segments: readonly string[]): boolean {
  if (place.segments.length !== segments.length) return false;
  return place.segments.every((expected, index) => {
    const segment = segments[index]!;
    return isPlaceholder(expected) ? segment !== '' : segment === expected;
  });
}

function parametersOf(claim: Claim, segments: readonly string[]): PathParameters {
  const parameters: Record<string, string> = {};
  claim.segments.forEach((expected, index) => {
    if (isPlaceholder(expected)) parameters[expected.slice(1, -1)] = decodeURIComponent(segments[index]!);
  });
  return parameters;
}
