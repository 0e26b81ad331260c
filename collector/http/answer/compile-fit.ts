import { z } from 'zod';

/**
 * A function of this type tells whether a value is just what a schema would put out of it: nothing missing, wrong,
 * undeclared or to be changed.
 */
export type Fits = (value: unknown) => boolean;

/**
 * Prepares looking whether answers are as their schema wants them, without making others out of them as parsing does. False
 * says nothing but that it has to be parsed. Undefined if a part of the schema is of a kind that only parsing can tell.
 */
export function compileFit(schema: z.core.$ZodType): Fits | undefined {
  if (schema instanceof z.ZodNullable) {
    const fits = compileFit(schema.unwrap());
    return fits && ((value) => value === null || fits(value));
  }
  if (schema instanceof z.ZodNumber) return number(schema);
  if (schema instanceof z.ZodISODateTime) return dateTime(schema);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return primitive(schema);
  if (checksOf(schema).length > 0) return undefined;
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodEnum) return oneOf(schema.options);
  if (schema instanceof z.ZodLiteral) return oneOf([...schema.values]);
  // Parsing hands it on untouched.
  if (schema instanceof z.ZodUnknown) return (value) => value !== undefined;
  if (schema instanceof z.ZodArray) return array(schema);
  if (schema instanceof z.ZodRecord) return record(schema);
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return object(schema.shape);
  return undefined;
}

function checksOf(schema: z.core.$ZodType): readonly z.core.$ZodCheck[] {
  return schema._zod.def.checks ?? [];
}

/** Compiles a schema of a value that is no object: the value comes out of the schema as the same or as another. */
function primitive(schema: z.core.$ZodType): Fits {
  if (schema instanceof z.ZodString && schema.format === null && checksOf(schema).length === 0) {
    return (value) => typeof value === 'string';
  }
  return (value) => {
    const parsed = z.safeParse(schema, value);
    return parsed.success && parsed.data === value;
  };
}

function dateTime(schema: z.ZodISODateTime): Fits {
  const { pattern } = schema.def;
  if (pattern === undefined || pattern.global || checksOf(schema).length > 0) return primitive(schema);
  return (value) => typeof value === 'string' && pattern.test(value);
}

function oneOf(values: readonly unknown[]): Fits {
  const known = new Set(values);
  return (value) => known.has(value);
}

function number(schema: z.ZodNumber): Fits {
  const isKnown = schema.format === null || schema.format === 'safeint';
  if (!isKnown || !checksOf(schema).every(({ _zod }) => isBound(_zod.def))) return primitive(schema);
  const isNumber: Fits = schema.format === null ? Number.isFinite : Number.isSafeInteger;
  const { minValue, maxValue } = schema;
  return (value) =>
    isNumber(value) &&
    (minValue === null || (value as number) >= minValue) &&
    (maxValue === null || (value as number) <= maxValue);
}

function isBound(check: z.core.$ZodCheckDef): boolean {
  return /^(?:greater|less)_than$/.test(check.check) && 'inclusive' in check && check.inclusive === true;
}

function array(schema: z.ZodArray): Fits | undefined {
  const fits = compileFit(schema.element);
  if (fits === undefined) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return false;
    // Not by `every`, which passes over holes.
    for (const element of value) if (!fits(element)) return false;
    return true;
  };
}

/** Compiles a record of any names. */
function record({ def }: z.ZodRecord): Fits | undefined {
  const { keyType, valueType } = def;
  if (!(keyType instanceof z.ZodString) || keyType.format !== null || checksOf(keyType).length > 0) {
    return undefined;
  }
  const fits = compileFit(valueType);
  if (fits === undefined) return undefined;
  return (value) => {
    if (!isPlainObject(value)) return false;
    for (const name in value) if (name === '__proto__' || !fits(value[name])) return false;
    return true;
  };
}

function object(shape: Readonly<Record<string, z.core.$ZodType>>): Fits | undefined {
  const properties = new Map<string, { fits: Fits; isOptional: boolean }>();
  let required = 0;
  for (const [name, schema] of Object.entries(shape)) {
    const isOptional = schema instanceof z.ZodOptional && checksOf(schema).length === 0;
    const fits = compileFit(isOptional ? schema.unwrap() : schema);
    if (fits === undefined) return undefined;
    properties.set(name, { fits, isOptional });
    if (!isOptional) required++;
  }
  return (value) => {
    if (!isPlainObject(value)) return false;
    let found = 0;
    for (const name in value) {
      const property = properties.get(name);
      if (property === undefined) return false;
      const { fits, isOptional } = property;
      if (!fits(value[name]) && !(isOptional && value[name] === undefined)) return false;
      if (!isOptional) found++;
    }
    return found === required;
  };
}

/** One that JSON writes by its properties alone. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
