import { join, resolve } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { frameworkSchema } from '../../domain/intelligence/compliance/framework.ts';
import { brandSchema } from '../../domain/people/brand/brand.ts';
import { ownProductSchema } from '../../domain/people/catalogue/product.ts';
import { captureSchema, courseSchema } from '../../domain/people/training/course.ts';
import { endpoints } from '../../endpoints/index.ts';
import { apiFamilies } from '../../http/openapi/families.ts';
import { ContentFolder } from '../../storage/files/content-folder.ts';

const shipped = join(import.meta.dirname, '..', '..', 'content');

/** Creates the content files: the program's own, and the operator's. */
export async function createContent(config: Pick<Config, 'contentDirectory' | 'smtpUrl'>) {
  const own = config.contentDirectory;
  const folders = (kind: string) => [
    join(shipped, kind),
    ...(own === undefined ? [] : [join(resolve(own), kind)]),
  ];
  const of = <Item extends { readonly id: string }>(
    kind: string,
    schema: ConstructorParameters<typeof ContentFolder<Item>>[0]['schema'],
  ) => new ContentFolder<Item>({ kind, folders: folders(kind), schema });
  const ownProducts = of('products', ownProductSchema);
  const courses = of('courses', courseSchema);
  const captures = of('captures', captureSchema);
  const brands = of('brands', brandSchema);
  const frameworks = of('frameworks', frameworkSchema);
  const contentFolders = [ownProducts, courses, captures, brands, frameworks];
  for (const folder of contentFolders) await folder.refresh();
  return {
    ownProducts,
    courses,
    captures,
    brands,
    frameworks,
    contentFolders,
    apiFamilies: apiFamilies(endpoints),
    mailIsOn: config.smtpUrl !== undefined,
  };
}
