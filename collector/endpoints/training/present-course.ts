import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { type Course, levels } from '../../domain/people/training/course.ts';
import type { CourseProgress } from '../../domain/people/training/courses.ts';

export const contentIdSchema = z
  .string()
  .min(1)
  .max(64)
  .meta({ examples: ['reading-the-dns'] });

const courseFields = {
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  level: z.enum(levels),
  topics: z.array(z.string()),
  licence: z.string(),
  minutes: z.int().describe('Minutes for all lessons together.'),
};

export const courseSummarySchema = z
  .object({
    ...courseFields,
    lessons: z.array(z.object({ id: z.string(), title: z.string(), minutes: z.int() })),
    exercises: z.int(),
  })
  .meta({ id: 'CourseSummary' });

export function presentSummary(course: Course): z.input<typeof courseSummarySchema> {
  return {
    ...fieldsOf(course),
    lessons: course.lessons.map(({ id, title, minutes }) => ({ id, title, minutes })),
    exercises: course.lessons.reduce((sum, { exercises }) => sum + exercises.length, 0),
  };
}

export const courseSchema = z
  .object({
    ...courseFields,
    lessons: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        summary: z.string(),
        minutes: z.int(),
        steps: z.array(
          z.object({
            title: z.string(),
            text: z.string(),
            request: z.string().nullable().describe('The request to send to this installation.'),
          }),
        ),
        capture: z.string().nullable().describe('Fetch the capture from `/api/v2/training/captures/`.'),
        exercises: z.array(
          z.object({
            id: z.string(),
            kind: z
              .enum(['text', 'choice', 'scanned', 'state'])
              .describe(
                '`text`: a word or number. `choice`: the position of an option, from 1. `scanned`: a domain ' +
                  'that was scanned here. `state`: no answer is needed, because the exercise checks what the ' +
                  'account has done.',
              ),
            question: z.string(),
            options: z.array(z.string()),
          }),
        ),
        further: z.array(z.object({ title: z.string(), source: z.string() })),
      }),
    ),
  })
  .meta({ id: 'Course' });

/** Presents a course without the answers. */
export function presentCourse(course: Course): z.input<typeof courseSchema> {
  return {
    ...fieldsOf(course),
    lessons: course.lessons.map((lesson) => ({
      ...lesson,
      exercises: lesson.exercises.map((exercise) => ({
        id: exercise.id,
        kind: exercise.kind,
        question: exercise.question,
        options: exercise.kind === 'choice' ? [...exercise.options] : [],
      })),
    })),
  };
}

function fieldsOf({ id, title, summary, level, topics, licence, lessons }: Course) {
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  return { id, title, summary, level, topics: [...topics], licence, minutes };
}

export const progressSchema = z
  .object({
    course_id: z.string(),
    exercises: z.int(),
    solved: z.int(),
    lessons: z.array(
      z.object({
        lesson_id: z.string(),
        exercises: z.int(),
        done: z.boolean(),
        solved: z.array(z.object({ exercise_id: z.string(), attempts: z.int(), solved_at: timestampSchema })),
      }),
    ),
  })
  .meta({ id: 'CourseProgress' });

export function presentProgress(progress: CourseProgress): z.input<typeof progressSchema> {
  return {
    course_id: progress.courseId,
    exercises: progress.exercises,
    solved: progress.solved,
    lessons: progress.lessons.map(({ lessonId, exercises, solved, done }) => ({
      lesson_id: lessonId,
      exercises,
      done,
      solved: solved.flatMap(({ exerciseId, attempts, solvedAt }) =>
        solvedAt === null ? [] : [{ exercise_id: exerciseId, attempts, solved_at: solvedAt.toISOString() }],
      ),
    })),
  };
}
