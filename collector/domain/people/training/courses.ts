import { NotFound } from '@sonde/shared/errors.ts';
import type { Content } from '../../../ports/content/content.ts';
import type { Learner, SolvedExercise, TrainingProgressStore } from '../../../ports/content/progress.ts';
import type { AccountCaller } from '../access/caller.ts';
import { type CheckExercisePorts, checkExercise } from './check-exercise.ts';
import type { Course, Exercise, Lesson } from './course.ts';

export interface CoursePorts {
  readonly courses: Content<Course>;
}

/** Names the learner: the person who signed in, or whoever uses a key. */
export function learnerOf({ accountId, personId }: Pick<AccountCaller, 'accountId' | 'personId'>): Learner {
  return { accountId, personId };
}

/** Throws NotFound. */
export function requireCourse(courseId: string, { courses }: CoursePorts): Course {
  const course = courses.current.items.find(({ id }) => id === courseId);
  if (course === undefined) throw new NotFound('course');
  return course;
}

export interface AnswerExercisePorts extends CoursePorts, CheckExercisePorts {
  readonly trainingProgress: Pick<TrainingProgressStore, 'record' | 'of'>;
}

/** Takes an answer in. Throws NotFound and InvalidInput. */
export async function answerExercise(
  learner: Learner,
  place: { readonly courseId: string; readonly lessonId: string; readonly exerciseId: string },
  answer: string | undefined,
  ports: AnswerExercisePorts,
): Promise<{ correct: boolean; exercise: Exercise; progress: CourseProgress }> {
  const course = requireCourse(place.courseId, ports);
  const lesson = course.lessons.find(({ id }) => id === place.lessonId);
  if (lesson === undefined) throw new NotFound('lesson');
  const exercise = lesson.exercises.find(({ id }) => id === place.exerciseId);
  if (exercise === undefined) throw new NotFound('exercise');
  const correct = await checkExercise(exercise, { accountId: learner.accountId, answer }, ports);
  await ports.trainingProgress.record(learner, place, correct);
  const solved = await ports.trainingProgress.of(learner, course.id);
  return { correct, exercise, progress: progressIn(course, solved) };
}

export interface CourseProgress {
  readonly courseId: string;
  readonly exercises: number;
  readonly solved: number;
  readonly lessons: readonly {
    readonly lessonId: string;
    readonly exercises: number;
    readonly solved: readonly SolvedExercise[];
    readonly done: boolean;
  }[];
}

/**
 * Measures a learner's progress in a course as it is now: exercises that its file does not have any more count for
 * nothing.
 */
export function progressIn(course: Course, answered: readonly SolvedExercise[]): CourseProgress {
  const lessons = course.lessons.map((lesson) => {
    const solved = solvedOf(course, lesson, answered);
    const { length: exercises } = lesson.exercises;
    return { lessonId: lesson.id, exercises, solved, done: solved.length === exercises };
  });
  return {
    courseId: course.id,
    exercises: lessons.reduce((sum, { exercises }) => sum + exercises, 0),
    solved: lessons.reduce((sum, { solved }) => sum + solved.length, 0),
    lessons,
  };
}

function solvedOf(course: Course, lesson: Lesson, answered: readonly SolvedExercise[]): SolvedExercise[] {
  const ids = new Set(lesson.exercises.map(({ id }) => id));
  return answered.filter(
    ({ courseId, lessonId, exerciseId, solvedAt }) =>
      courseId === course.id && lessonId === lesson.id && ids.has(exerciseId) && solvedAt !== null,
  );
}
