import { z } from 'zod';
import {
  type AnswerExercisePorts,
  learnerOf,
  answerExercise as take,
} from '../../domain/people/training/courses.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { contentIdSchema, presentProgress, progressSchema } from './present-course.ts';

export const answerExercise = defineEndpoint({
  method: 'POST',
  path: '/api/v2/training/courses/{course_id}/answers',
  summary: 'Answer an exercise',
  description:
    'Says whether the answer is correct, and why. The result is stored for the signed-in person, ' +
    'or for the account if a key is used. Exercises about what the account has done need no ' +
    'answer.',
  family: 'Catalogue and courses',
  access: 'authenticated',
  needs: 'viewer',
  params: z.object({ course_id: contentIdSchema }),
  body: z.object({
    lesson_id: contentIdSchema,
    exercise_id: contentIdSchema,
    answer: z.string().max(300).optional(),
  }),
  response: z.object({
    correct: z.boolean(),
    explanation: z.string().nullable().describe('Present once the answer is correct.'),
    hint: z.string().nullable().describe('Present until the answer is correct.'),
    progress: progressSchema,
  }),
  errors: ['not_found'],
  async run({ caller, params, body }, ports: AnswerExercisePorts) {
    const place = { courseId: params.course_id, lessonId: body.lesson_id, exerciseId: body.exercise_id };
    const { correct, exercise, progress } = await take(learnerOf(caller), place, body.answer, ports);
    return {
      correct,
      explanation: correct ? exercise.explanation : null,
      hint: correct ? null : exercise.hint,
      progress: presentProgress(progress),
    };
  },
});
