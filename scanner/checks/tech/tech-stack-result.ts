/** Technologies that DNS and HTTP headers tell of. No key of an object in it is data. */
export interface TechStackResult {
  /** Null if none is known and not all could be asked. */
  readonly technologies: readonly DetectedTechnology[] | null;
}

export interface DetectedTechnology {
  readonly name: string;
  readonly category: string;
  readonly subcategory: string | null;
  readonly version: string | null;
  /** 0 to 100. */
  readonly confidence: number;
  /** What told of it, as it was found. */
  readonly evidence: string;
  readonly website: string;
}
