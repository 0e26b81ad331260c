import type { SolvedExercise, TrainingProgressStore } from '../../../ports/content/progress.ts';
import type { Postgres } from '../pool.ts';

export function createTrainingProgress(postgres: Postgres): TrainingProgressStore {
  return {
    of: ({ accountId, personId }, courseId) =>
      postgres.query<SolvedExercise>(
        `SELECT course_id AS "courseId", lesson_id AS "lessonId", exercise_id AS "exerciseId", attempts,
                solved_at AS "solvedAt"
         FROM training_progress
         WHERE account_id = $1 AND person_id IS NOT DISTINCT FROM $2::bigint
           AND ($3::text IS NULL OR course_id = $3)
         ORDER BY course_id, lesson_id, exercise_id`,
        [accountId, personId, courseId ?? null],
      ),
    record: async ({ accountId, personId }, { courseId, lessonId, exerciseId }, correct) => {
      await postgres.query(
        `INSERT INTO training_progress AS known
           (account_id, person_id, course_id, lesson_id, exercise_id, attempts, solved_at)
         VALUES ($1, $2, $3, $4, $5, 1, CASE WHEN $6::boolean THEN now() END)
         ON CONFLICT (account_id, person_id, course_id, lesson_id, exercise_id) DO UPDATE
         SET attempts = least(known.attempts + 1, 1000000),
             solved_at = coalesce(known.solved_at, excluded.solved_at)`,
        [accountId, personId, courseId, lessonId, exerciseId, correct],
      );
    },
    forget: async ({ accountId, personId }, courseId) => {
      const [forgotten] = await postgres.query<{ count: number }>(
        `WITH gone AS (
           DELETE FROM training_progress
           WHERE account_id = $1 AND person_id IS NOT DISTINCT FROM $2::bigint AND course_id = $3 RETURNING 1)
         SELECT count(*) FROM gone`,
        [accountId, personId, courseId],
      );
      return forgotten!.count;
    },
  };
}
