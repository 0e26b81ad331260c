/** A learner owns progress: a person, or whoever uses the keys of an account. */
export interface Learner {
  readonly accountId: number;
  readonly personId: number | null;
}

export interface SolvedExercise {
  readonly courseId: string;
  readonly lessonId: string;
  readonly exerciseId: string;
  /** Answers that were given, the right one included. */
  readonly attempts: number;
  /** Null as long as it is not solved. */
  readonly solvedAt: Date | null;
}

/** The store keeps the answers of learners. All methods throw a StoreError. */
export interface TrainingProgressStore {
  of(learner: Learner, courseId?: string): Promise<SolvedExercise[]>;
  /** Counts an answer; once solved, an exercise stays so. */
  record(
    learner: Learner,
    exercise: Pick<SolvedExercise, 'courseId' | 'lessonId' | 'exerciseId'>,
    correct: boolean,
  ): Promise<void>;
  /** Forgets a course, to begin anew; returns how many exercises were forgotten. */
  forget(learner: Learner, courseId: string): Promise<number>;
}
