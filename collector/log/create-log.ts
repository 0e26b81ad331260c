import { type DestinationStream, pino } from 'pino';
import type { Log } from '../ports/log.ts';

/** Fields that hold secrets wherever they stand. */
const secretFields = [
  'authorization',
  'password',
  'token',
  'secret',
  'api_key',
  'apiKey',
  'adminKey',
  '["x-api-key"]',
  '["X-API-Key"]',
  'headers.authorization',
  'headers["x-api-key"]',
  'headers.Authorization',
  'headers["X-API-Key"]',
];

/** Keys and tokens that got into a text: what is left of a key is its kind. */
const secretText =
  /(sonde_[a-z]{3}_)[0-9A-Za-z]+|([Bb]earer )[\x21\x23-\x5b\x5d-\x7e]+|(:\/\/[^:@/\s"]*:)[^@/\s"]+(?=@)/g;

/** Structured logs, one JSON object a line. Secrets are cut out twice: by the field's name and by the look of the text. */
export function createLog(level: string, destination: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...secretFields, ...secretFields.map(nested)], censor: '(hidden)' },
      hooks: { streamWrite: (line) => line.replaceAll(secretText, '$1$2$3(hidden)') },
    },
    destination,
  );
}

function nested(path: string): string {
  return path.startsWith('[') ? `*${path}` : `*.${path}`;
}
