import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { frameworkSchema } from '../../../collector/domain/intelligence/compliance/framework.ts';
import { ReportSigner } from '../../../collector/domain/intelligence/compliance/report-signer.ts';
import type { Brand } from '../../../collector/domain/people/brand/brand.ts';
import { ownProductSchema } from '../../../collector/domain/people/catalogue/product.ts';
import { captureSchema, courseSchema } from '../../../collector/domain/people/training/course.ts';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { apiFamilies } from '../../../collector/http/openapi/families.ts';
import type { ContentSet } from '../../../collector/ports/content/content.ts';
import type {
  Learner,
  SolvedExercise,
  TrainingProgressStore,
} from '../../../collector/ports/content/progress.ts';

import { FakeComplianceReports, FakeComplianceSchedules } from './compliance.ts';

const shipped = join(import.meta.dirname, '..', '..', '..', 'collector', 'content');

/** Content of one kind, as it comes with the program; a test may put other items in. */
class FakeContent<Item> {
  readonly kind: string;
  current: ContentSet<Item>;

  constructor(kind: string, items: readonly Item[]) {
    this.kind = kind;
    this.current = { items, version: 'shipped', problems: [] };
  }

  async refresh() {}
}

/** Read once for all worlds of a process; a test that wants others puts them beside these. */
const shippedItems = {
  courses: readItems('courses', courseSchema),
  captures: readItems('captures', captureSchema),
  frameworks: readItems('frameworks', frameworkSchema),
};

function readItems<Item>(kind: string, schema: z.ZodType<Item>): readonly Item[] {
  const folder = join(shipped, kind);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

/** The content that comes with the program, and learners in memory. */
export class FakeContents {
  readonly ownProducts = new FakeContent('products', [
    ownProductSchema.parse({
      id: 'review',
      name: 'A review of your zones',
      summary: 'By people.',
      licence: 'By contract',
    }),
  ]);
  readonly courses = new FakeContent('courses', shippedItems.courses);
  readonly captures = new FakeContent('captures', shippedItems.captures);
  readonly brands = new FakeContent<Brand>('brands', []);
  readonly frameworks = new FakeContent('frameworks', shippedItems.frameworks);
  readonly complianceReports = new FakeComplianceReports();
  readonly complianceSchedules = new FakeComplianceSchedules();
  readonly reportSigner = new ReportSigner({ keep: async (made) => made() });
  readonly trainingProgress = new FakeTrainingProgress();

  get ports() {
    const { ownProducts, courses, captures, brands, frameworks, trainingProgress } = this;
    const { complianceReports, complianceSchedules, reportSigner } = this;
    return {
      ownProducts,
      courses,
      captures,
      brands,
      frameworks,
      trainingProgress,
      complianceReports,
      complianceSchedules,
      reportSigner,
      contentFolders: [ownProducts, courses, captures, brands, frameworks],
      apiFamilies: apiFamilies(endpoints),
      mailIsOn: false,
    };
  }
}

export class FakeTrainingProgress implements TrainingProgressStore {
  #answered: (SolvedExercise & { readonly learner: Learner })[] = [];

  async of(learner: Learner, courseId?: string) {
    return this.#answered.filter(
      (one) => isSame(one.learner, learner) && (courseId === undefined || one.courseId === courseId),
    );
  }

  async record(
    learner: Learner,
    exercise: Pick<SolvedExercise, 'courseId' | 'lessonId' | 'exerciseId'>,
    correct: boolean,
  ) {
    const { courseId, lessonId, exerciseId } = exercise;
    const known = this.#answered.find(
      (one) =>
        isSame(one.learner, learner) &&
        one.courseId === courseId &&
        one.lessonId === lessonId &&
        one.exerciseId === exerciseId,
    );
    const attempts = (known?.attempts ?? 0) + 1;
    const solvedAt = known?.solvedAt ?? (correct ? new Date() : null);
    this.#answered = this.#answered.filter((one) => one !== known);
    this.#answered.push({ learner, courseId, lessonId, exerciseId, attempts, solvedAt });
  }

  async forget(learner: Learner, courseId: string) {
    const before = this.#answered.length;
    this.#answered = this.#answered.filter(
      (one) => !isSame(one.learner, learner) || one.courseId !== courseId,
    );
    return before - this.#answered.length;
  }
}

function isSame(one: Learner, other: Learner): boolean {
  return one.accountId === other.accountId && one.personId === other.personId;
}
