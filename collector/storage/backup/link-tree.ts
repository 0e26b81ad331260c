import { constants, type Stats } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A linked file is one that a snapshot keeps. */
export interface LinkedFile {
  /** From the snapshot's root, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** The target if it is a symbolic link. */
  readonly link?: string;
}

/** `Keep` names what becomes of a file: a second name for one that is never written to again, a copy of any other, or nothing. */
export type Keep = 'link' | 'copy' | 'skip';

export interface TreeToLink {
  readonly from: string;
  readonly to: string;
  /** Where it stands in the backup. */
  readonly path: string;
  /** Is asked of each directory and file, by its path from `from`. */
  readonly keep: (path: string, isDirectory: boolean) => Keep;
}

/**
 * Keeps a directory as it is at this moment under a second name; what vanishes meanwhile was about to be forgotten.
 * Sockets and the like are left out. Where the file system has no second names, all is copied.
 */
export async function linkTree(tree: TreeToLink): Promise<LinkedFile[]> {
  const files: LinkedFile[] = [];
  await linkDirectory(tree, '', files);
  return files;
}

async function linkDirectory(tree: TreeToLink, below: string, files: LinkedFile[]): Promise<void> {
  const names = await readdir(join(tree.from, below)).catch(unlessMissing);
  for (const name of (names ?? []).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    const from = join(tree.from, path);
    const status = await lstat(from).catch(unlessMissing);
    if (status === undefined) continue;
    const keep = tree.keep(path, status.isDirectory());
    if (keep === 'skip') continue;
    if (status.isDirectory()) await linkDirectory(tree, path, files);
    else if (status.isSymbolicLink())
      files.push({ ...described(tree, path, status), bytes: 0, link: await readlink(from) });
    else if (status.isFile()) {
      const to = join(tree.to, path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      if (await take(keep, from, to)) files.push(described(tree, path, await lstat(to)));
    }
  }
}

function described({ path: root }: TreeToLink, path: string, status: Stats): LinkedFile {
  return { path: root === '' ? path : `${root}/${path}`, bytes: status.size, modifiedAt: status.mtimeMs };
}

async function take(keep: Keep, from: string, to: string): Promise<boolean> {
  try {
    if (keep === 'link') {
      try {
        await link(from, to);
        return true;
      } catch (error) {
        // Another file system, or one without second names.
        if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error))) throw error;
      }
    }
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    return unlessMissing(error) ?? false;
  }
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
