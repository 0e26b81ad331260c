import packageJson from '../package.json' with { type: 'json' };

/** The program's version. */
export const version: string = packageJson.version;
