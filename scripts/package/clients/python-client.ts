import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDirectory } from '../../check/package-program.ts';
import { createWheel } from './wheel.ts';

/** A schema has here what clients are made of (JSON Schema 2020-12). */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
}

export interface ClientDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Builds the Python client: a wheel of pure Python, with a method for each operation of the document. Returns its path. */
export async function buildPythonClient(document: ClientDocument, out: string): Promise<string> {
  const base = readFileSync(join(rootDirectory, 'client/python/base.py'), 'utf8');
  const version = document.info.version;
  const path = join(out, `sonde_client-${version}-py3-none-any.whl`);
  const files = {
    'sonde_client/__init__.py': `${base}\n\n${operationsText(document)}\n\n__version__ = ${literal(version)}\n__all__ = ["Sonde", "SondeError"]\n`,
    'sonde_client/py.typed': '',
  };
  const licence = readFileSync(join(rootDirectory, 'LICENSE'), 'utf8');
  writeFileSync(path, await createWheel({ name: 'sonde_client', version, licence, files }));
  return path;
}

/** Writes the class with a method for each operation, named as in the document. */
export function operationsText(document: ClientDocument): string {
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      methodText(`${method.toUpperCase()} ${path}`, operation),
    ),
  );
  return `class Sonde(SondeBase):\n    """Calls operations by a method for each; \`call\` takes any by its name."""\n\n${methods.join('\n')}`;
}

function methodText(name: string, { operationId, summary, parameters = [], requestBody }: Operation): string {
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const [path, query, header] = [inPlace('path'), inPlace('query'), inPlace('header')];
  const names = new Map(parameters.map((parameter) => [parameter, pythonName(parameter.name)]));
  const required = query.filter((parameter) => parameter.required);
  const optional = [...query.filter((parameter) => !parameter.required), ...header];
  const bodyNeeded = requestBody?.required === true;
  const takes = [
    'self',
    ...path.map((parameter) => `${names.get(parameter)}: ${hint(parameter.schema)}`),
    ...(required.length + optional.length > 0 || requestBody !== undefined ? ['*'] : []),
    ...required.map((parameter) => `${names.get(parameter)}: ${hint(parameter.schema)}`),
    ...(requestBody === undefined ? [] : [`body: Any${bodyNeeded ? '' : ' = None'}`]),
    ...(requestBody === undefined || 'application/json' in requestBody.content
      ? []
      : [`content_type: str = ${literal(Object.keys(requestBody.content)[0] ?? '')}`]),
    ...optional.map((parameter) => `${names.get(parameter)}: Optional[${hint(parameter.schema)}] = None`),
  ];
  const given = (list: typeof parameters) =>
    `{${list.map((parameter) => `${literal(parameter.name)}: ${names.get(parameter)}`).join(', ')}}`;
  const passes = [
    literal(name),
    ...(path.length === 0 ? [] : [`params=${given(path)}`]),
    ...(query.length === 0 ? [] : [`query=${given(query)}`]),
    ...(header.length === 0 ? [] : [`headers={k: v for k, v in ${given(header)}.items() if v is not None}`]),
    ...(requestBody === undefined ? [] : ['body=body']),
    ...(requestBody === undefined || 'application/json' in requestBody.content
      ? []
      : ['content_type=content_type']),
  ];
  return `    def ${snake(operationId)}(${takes.join(', ')}) -> Any:\n        ${literal(`${summary}: ${name}.`)}\n        return self.call(${passes.join(', ')})\n`;
}

const hints: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  string: 'str',
};

function hint({ type }: Schema): string {
  return hints[String(type)] ?? (type === 'array' ? 'List[Any]' : 'Any');
}

const keywords = new Set([
  'from',
  'in',
  'is',
  'class',
  'def',
  'not',
  'or',
  'and',
  'if',
  'for',
  'self',
  'body',
  'type',
  'global',
  'pass',
  'import',
]);

function pythonName(name: string): string {
  const plain = snake(name.replace(/[^A-Za-z0-9_]/g, '_'));
  return keywords.has(plain) ? `${plain}_` : plain;
}

function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1_')
    .toLowerCase();
}

/** JSON texts are Python texts, too. */
function literal(text: string): string {
  return JSON.stringify(text);
}
