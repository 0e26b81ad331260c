/** A sink field is one setting of a kind of sink, as its JSON Schema tells it. */
export interface SinkField {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'check' | 'choice' | 'list' | 'long' | 'pairs';
  readonly help: string;
  readonly required: boolean;
  readonly choices: readonly string[];
  /** The value that stands if nothing is said, as it is typed. */
  readonly usual: string;
  readonly min?: number;
  readonly max?: number;
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Reads the settings of a kind out of its JSON Schema, in order; what is needed stands first. */
export function sinkFields(schema: Readonly<Record<string, unknown>>): SinkField[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, Property>>;
    required?: readonly string[];
  };
  const fields = Object.entries(properties).map(([name, property]): SinkField => {
    const kind = kindOf(name, property);
    return {
      name,
      kind,
      help: property.description ?? '',
      required: required.includes(name),
      choices: property.enum ?? [],
      usual: typedText(kind, property.default),
      ...(kind === 'number' && property.minimum !== undefined ? { min: property.minimum } : {}),
      ...(kind === 'number' && property.maximum !== undefined ? { max: property.maximum } : {}),
    };
  });
  return [
    ...fields.filter(({ required: needed }) => needed),
    ...fields.filter(({ required: needed }) => !needed),
  ];
}

/** Makes the configuration of what was typed; what was left as it stands, or empty, is not said. */
export function sinkConfig(
  fields: readonly SinkField[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const said = fields.flatMap((field) => {
    const text = typed[field.name] ?? field.usual;
    const isSaid = text !== field.usual && (text.trim() !== '' || field.kind === 'check');
    return isSaid ? [[field.name, readTyped(field, text)] as const] : [];
  });
  return Object.fromEntries(said);
}

function kindOf(name: string, { type, enum: choices }: Property): SinkField['kind'] {
  if (choices !== undefined) return 'choice';
  if (name === 'authority') return 'long';
  switch (type) {
    case 'boolean':
      return 'check';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return 'list';
    case 'object':
      return 'pairs';
    default:
      return 'text';
  }
}

function typedText(kind: SinkField['kind'], value: unknown): string {
  if (value === undefined) return kind === 'check' ? 'false' : '';
  if (kind === 'list') return (value as string[]).join('\n');
  if (kind === 'pairs')
    return Object.entries(value as Record<string, string>)
      .map(([key, one]) => `${key}=${one}`)
      .join('\n');
  return String(value);
}

function readTyped({ kind }: SinkField, text: string): unknown {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  switch (kind) {
    case 'number':
      return Number(text);
    case 'check':
      return text === 'true';
    case 'list':
      return lines;
    case 'pairs':
      return Object.fromEntries(
        lines.map((line) => {
          const equals = line.indexOf('=');
          return equals < 0 ? [line, ''] : [line.slice(0, equals), line.slice(equals + 1)];
        }),
      );
    case 'long':
      return `${text.trim()}\n`;
    default:
      return text.trim();
  }
}
