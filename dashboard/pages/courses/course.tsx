import { useSignal } from '@preact/signals';
import type { Course as CourseAnswer } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, withQuery } from '../../app/router.ts';
import { toast } from '../../app/toasts.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { texts } from '../../texts/en/operate/courses.ts';
import { type CourseProgress, Progress } from './progress.tsx';

type Lesson = CourseAnswer['lessons'][number];
type Exercise = Lesson['exercises'][number];

/** Shows a course with its lessons, one of which is open: steps, questions to the installation, and exercises. */
export function Course({
  courseId,
  progress,
  reload,
}: {
  courseId: string;
  progress: CourseProgress | undefined;
  reload: () => void;
}) {
  const params = { course_id: courseId };
  const course = useResource(`course ${courseId}`, (signal) =>
    api.call('GET /api/v2/training/courses/{course_id}', { params, signal }),
  );
  const anew = useAction(async () => {
    await api.call('DELETE /api/v2/training/courses/{course_id}/answers', { params });
    toast(texts.begun);
    reload();
  });
  const open = place.value.query.get('lesson');
  return (
    <>
      <PageHead title={course.data?.title ?? ' '} lead={course.data?.summary ?? ' '}>
        <a class="button" href={withQuery({ course: undefined, lesson: undefined })}>
          {texts.all}
        </a>
        <button type="button" class="button quiet" disabled={anew.busy} onClick={() => void anew.run()}>
          {texts.begin}
        </button>
      </PageHead>
      <Refusal trouble={anew.trouble} />
      <Loaded of={course} lines={16}>
        {({ lessons }) => {
          const lesson = lessons.find(({ id }) => id === open) ?? lessons[0];
          return (
            <>
              <Panel title={texts.exercises}>
                <Progress solved={progress?.solved ?? 0} of={progress?.exercises ?? 0} />
                <ol class="lessons">
                  {lessons.map(({ id, title }) => (
                    <li key={id}>
                      <a
                        href={withQuery({ lesson: id })}
                        aria-current={id === lesson?.id ? 'true' : undefined}
                      >
                        {title}
                      </a>{' '}
                      {progress?.lessons.find(({ lesson_id }) => lesson_id === id)?.done === true && (
                        <span class="badge good">{texts.done}</span>
                      )}
                    </li>
                  ))}
                </ol>
              </Panel>
              {lesson !== undefined && (
                <LessonView
                  key={lesson.id}
                  courseId={courseId}
                  lesson={lesson}
                  progress={progress}
                  reload={reload}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** A text in which names of the protocol stand between backticks. */
function Marked({ text }: { text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
  );
}

function LessonView({
  courseId,
  lesson,
  progress,
  reload,
}: {
  courseId: string;
  lesson: Lesson;
  progress: CourseProgress | undefined;
  reload: () => void;
}) {
  const solved = progress?.lessons.find(({ lesson_id }) => lesson_id === lesson.id)?.solved ?? [];
  return (
    <Panel title={lesson.title}>
      <p class="soft">{lesson.summary}</p>
      {lesson.steps.map(({ title, text, request }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>
            <Marked text={text} />
          </p>
          {request !== null && (
            <p>
              {texts.ask}: <code class="wrap">{request}</code>
            </p>
          )}
        </section>
      ))}
      {lesson.capture !== null && <p class="soft wrap">{texts.capture(lesson.capture)}</p>}
      {lesson.exercises.map((exercise) => (
        <ExerciseForm
          key={exercise.id}
          courseId={courseId}
          lessonId={lesson.id}
          exercise={exercise}
          isSolved={solved.some(({ exercise_id }) => exercise_id === exercise.id)}
          reload={reload}
        />
      ))}
      {lesson.further.length > 0 && (
        <>
          <h3>{texts.further}</h3>
          <ul>
            {lesson.further.map(({ title, source }) => (
              <li key={title}>
                {title} <span class="soft small wrap">{source}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function ExerciseForm({
  courseId,
  lessonId,
  exercise,
  isSolved,
  reload,
}: {
  courseId: string;
  lessonId: string;
  exercise: Exercise;
  isSolved: boolean;
  reload: () => void;
}) {
  const answer = useSignal(exercise.kind === 'choice' ? '1' : '');
  const said = useSignal<{ correct: boolean; text: string } | undefined>(undefined);
  const action = useAction(async () => {
    // The verdict on the answer before is none on this one.
    said.value = undefined;
    const { correct, explanation, hint } = await api.call(
      'POST /api/v2/training/courses/{course_id}/answers',
      {
        params: { course_id: courseId },
        body: {
          lesson_id: lessonId,
          exercise_id: exercise.id,
          ...(exercise.kind === 'state' ? {} : { answer: answer.value }),
        },
      },
    );
    said.value = { correct, text: explanation ?? hint ?? '' };
    if (correct) reload();
  });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <h3>
        {exercise.question} {isSolved && <span class="badge good">{texts.done}</span>}
      </h3>
      {exercise.kind === 'choice' && (
        <SelectField
          label={texts.answer}
          value={answer.value}
          options={exercise.options.map((option, index) => [String(index + 1), option] as const)}
          onChange={(chosen) => {
            answer.value = chosen;
          }}
        />
      )}
      {(exercise.kind === 'text' || exercise.kind === 'scanned') && (
        <TextField
          label={exercise.kind === 'scanned' ? texts.domain : texts.answer}
          value={answer.value}
          required
          spellcheck={false}
          autocomplete="off"
          maxLength={300}
          onInput={(text) => {
            answer.value = text;
          }}
        />
      )}
      <Refusal trouble={action.trouble} />
      <div class="row">
        <button type="submit" class="button" disabled={action.busy}>
          {texts.check}
        </button>
        <span role="status">
          {said.value !== undefined && (
            <>
              <strong class={said.value.correct ? 'good' : ''}>
                {said.value.correct ? texts.right : texts.wrong}
              </strong>{' '}
              {said.value.text}
            </>
          )}
        </span>
      </div>
    </form>
  );
}
