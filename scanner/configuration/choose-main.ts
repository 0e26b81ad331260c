import { ConfigurationError } from './configuration-error.ts';
import { mainNames, type ServerType } from './server-types.ts';
import type { TextFile } from './upload/unpack-upload.ts';

const nameOf = (path: string) => path.replace(/^.*\//, '');
const depthOf = (path: string) => path.split('/').length;

/**
 * Chooses the file that the server is started with: the one that is named, or the only one, or the one that has the usual name and stands
 * nearest to the top. Throws ConfigurationError if it can't be told.
 */
export function chooseMain(
  files: readonly TextFile[],
  named: string | undefined,
  type: ServerType | undefined,
): TextFile {
  if (named !== undefined) {
    const bare = named.replace(/^\.?\//, '');
    const found = files.find(({ name }) => name === named || name === bare);
    if (found !== undefined) return found;
    throw new ConfigurationError('main', 'No file of the upload has the name that main says.');
  }
  const [only] = files;
  if (only !== undefined && files.length === 1) return only;
  const known = files.filter(({ name }) =>
    mainNames.some(([pattern, of]) => (type ?? of) === of && pattern.test(nameOf(name))),
  );
  const least = Math.min(...known.map(({ name }) => depthOf(name)));
  const top = known.filter(({ name }) => depthOf(name) === least);
  if (top.length === 1) return top[0]!;
  throw new ConfigurationError(
    'main',
    'It is not known which of the files the server is started with: say main.',
  );
}
