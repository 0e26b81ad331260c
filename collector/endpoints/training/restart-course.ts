import { z } from 'zod';
import { learnerOf } from '../../domain/people/training/courses.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TrainingProgressStore } from '../../ports/content/progress.ts';
import { contentIdSchema } from './present-course.ts';

export const restartCourse = defineEndpoint({
  method: 'DELETE',
  path: '/api/v2/training/courses/{course_id}/answers',
  summary: 'Begin a course anew',
  description: "Deletes the caller's answers to the exercises of the course.",
  family: 'Catalogue and courses',
  access: 'authenticated',
  needs: 'viewer',
  params: z.object({ course_id: contentIdSchema }),
  response: z.object({ forgotten: z.int() }),
  async run(
    { caller, params },
    { trainingProgress }: { readonly trainingProgress: Pick<TrainingProgressStore, 'forget'> },
  ) {
    return { forgotten: await trainingProgress.forget(learnerOf(caller), params.course_id) };
  },
});
