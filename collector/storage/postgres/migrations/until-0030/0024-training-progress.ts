import type { Migration } from '../migration.ts';

/** The table holds the answers of learners in the exercises of courses. Courses themselves are files. */
export const trainingProgress: Migration = {
  id: 24,
  name: 'training progress',
  sql: `
CREATE TABLE training_progress (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Null for whoever uses a key of the account.
  person_id bigint REFERENCES people ON DELETE CASCADE,
  course_id text NOT NULL,
  lesson_id text NOT NULL,
  exercise_id text NOT NULL,
  attempts integer NOT NULL,
  solved_at timestamptz,
  UNIQUE NULLS NOT DISTINCT (account_id, person_id, course_id, lesson_id, exercise_id)
);
CREATE INDEX training_progress_person ON training_progress (person_id);
`,
};
