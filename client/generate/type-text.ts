/** A JSON schema is a schema of draft 2020-12, as the OpenAPI document holds it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/**
 * Writes the TypeScript type of the values that a schema accepts, as text. Bounds of lengths and numbers have none, and
 * are left out.
 */
export function typeText(schema: JsonSchema, indent = ''): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1)!;
  if ('const' in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    if (Array.isArray(schema[keyword]))
      return union((schema[keyword] as JsonSchema[]).map((one) => typeText(one, indent)));
  }
  if (Array.isArray(schema.allOf)) {
    return (schema.allOf as JsonSchema[]).map((one) => `(${typeText(one, indent)})`).join(' & ');
  }
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typeText({ ...schema, type }, indent)));
  }
  return plainTypeText(schema, indent);
}

function plainTypeText(schema: JsonSchema, indent: string): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayText(schema, indent);
    case 'object':
      return objectText(schema, indent);
    default:
      return 'unknown';
  }
}

function arrayText(schema: JsonSchema, indent: string): string {
  if (Array.isArray(schema.prefixItems)) {
    return `[${(schema.prefixItems as JsonSchema[]).map((one) => typeText(one, indent)).join(', ')}]`;
  }
  return `Array<${schema.items === undefined ? 'unknown' : typeText(schema.items as JsonSchema, indent)}>`;
}

function objectText(schema: JsonSchema, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const { additionalProperties: others } = schema;
  if (properties.length === 0) {
    return typeof others === 'object' && others !== null
      ? `Record<string, ${typeText(others as JsonSchema, indent)}>`
      : 'Record<string, unknown>';
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const inner = `${indent}  `;
  const lines = properties.map(([name, property]) => {
    const key = identifier.test(name) ? name : JSON.stringify(name);
    return `${comment(property.description, inner)}${inner}${key}${required.has(name) ? '' : '?'}: ${typeText(property, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** Writes a description as a comment on a line of its own; empty if there is none. */
export function comment(text: unknown, indent: string): string {
  if (typeof text !== 'string') return '';
  return `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.length === 0 ? 'never' : different.join(' | ');
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}
