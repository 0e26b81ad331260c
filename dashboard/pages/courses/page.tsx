import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, withQuery } from '../../app/router.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/operate/courses.ts';
import { Course } from './course.tsx';
import { type CourseProgress, Progress } from './progress.tsx';

/** Shows the courses, or one of them, with the person's progress. */
export function Page() {
  const asked = place.value.query.get('course');
  const progress = useResource('training progress', (signal) =>
    api.call('GET /api/v2/training/progress', { signal }),
  );
  if (asked !== null) {
    return (
      <Course
        key={asked}
        courseId={asked}
        progress={progress.data?.courses.find(({ course_id }) => course_id === asked)}
        reload={progress.reload}
      />
    );
  }
  return <Courses progress={progress.data?.courses ?? []} />;
}

function Courses({ progress }: { progress: readonly CourseProgress[] }) {
  const courses = useResource('courses', (signal) => api.call('GET /api/v2/training/courses', { signal }));
  return (
    <>
      <PageHead title={common.pages.courses} lead={texts.lead} />
      <Loaded of={courses} lines={12} isEmpty={({ count: all }) => all === 0} empty={<p>{texts.empty}</p>}>
        {({ courses: all }) => (
          <>
            {all.map(({ id, title, summary, level, minutes, exercises, lessons }) => {
              const solved = progress.find(({ course_id }) => course_id === id)?.solved ?? 0;
              return (
                <Panel key={id} title={title}>
                  <p>{summary}</p>
                  <p class="soft">
                    {texts.levels[level]} · {texts.minutes(count(minutes))}
                  </p>
                  <Progress solved={solved} of={exercises} />
                  <ol class="lessons">
                    {lessons.map((lesson) => (
                      <li key={lesson.id}>
                        <a href={withQuery({ course: id, lesson: lesson.id })}>{lesson.title}</a>{' '}
                        <span class="soft small">{texts.minutes(count(lesson.minutes))}</span>
                      </li>
                    ))}
                  </ol>
                </Panel>
              );
            })}
          </>
        )}
      </Loaded>
    </>
  );
}
