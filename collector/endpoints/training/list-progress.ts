import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { type CoursePorts, learnerOf, progressIn } from '../../domain/people/training/courses.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TrainingProgressStore } from '../../ports/content/progress.ts';
import { presentProgress, progressSchema } from './present-course.ts';

interface ListProgressPorts extends CoursePorts {
  readonly trainingProgress: Pick<TrainingProgressStore, 'of'>;
}

export const listProgress = defineEndpoint({
  method: 'GET',
  path: '/api/v2/training/progress',
  summary: 'Show how far one is in the courses',
  description: 'Returns the progress of the signed-in person, or of the account if a key is used.',
  family: 'Catalogue and courses',
  access: 'authenticated',
  response: z.object({ count: countInAnswer, courses: z.array(progressSchema) }),
  async run({ caller }, { courses, trainingProgress }: ListProgressPorts) {
    const answered = await trainingProgress.of(learnerOf(caller));
    const all = courses.current.items.map((course) => presentProgress(progressIn(course, answered)));
    return { count: all.length, courses: all };
  },
});
