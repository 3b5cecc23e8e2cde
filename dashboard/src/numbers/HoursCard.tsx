import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useRef } from 'react';
import { Card } from '../parts/Card.tsx';
import { count, shortWeekdayName, weekdayName } from '../parts/format.ts';
import { Failure, Waiting } from '../parts/states.tsx';
import type { Subject } from './askNumbers.ts';
import { HOURS, hoursOfWeek, WEEKDAYS } from './hoursOfWeek.ts';
import { SaveMenu } from './SaveMenu.tsx';
import { useHours } from './useHours.ts';
import type { NumbersWindow } from './numbersWindow.ts';

const TITLE = 'Weekday and hour';
const CELL = { height: 20, gap: 2 };
const LEFT = 40;
const BOTTOM = 18;
/** Pixels that the name of an hour needs. */
const NAME_WIDTH = 44;

interface HoursCardProps {
  readonly subject: Subject;
  readonly window: NumbersWindow;
}

/** When people click: each weekday by its hours, the more the darker. */
export function HoursCard({ subject, window }: HoursCardProps) {
  const hours = useHours(subject, window);
  const drawing = useRef<HTMLDivElement>(null);
  if (hours.isPending) return <Waiting rows={1} height={260} />;
  if (hours.isError) return <Failure error={hours.error} retry={hours.refetch} />;
  const week = hoursOfWeek(hours.data.series);
  const about = `Clicks of the last ${Math.round(hours.data.series.length / 24)} days of this period, by your clock.`;
  return (
    <Card
      title={TITLE}
      about={about}
      actions={<SaveMenu title={TITLE} about={about} rows={() => rowsOf(week)} drawing={drawing} />}
    >
      <div ref={drawing}>
        <Drawing week={week} />
      </div>
      <details className="details">
        <summary>Values by weekday and hour</summary>
        <div className="scroll-x" tabIndex={0} role="region" aria-label="Values by hour">
          <Table week={week} />
        </div>
      </details>
    </Card>
  );
}

const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

function rowsOf(week: readonly (readonly number[])[]): (string | number)[][] {
  return [
    ['', ...HOURS.map(hourName)],
    ...WEEKDAYS.map((day) => [weekdayName(day), ...week[day]!]),
  ];
}

function Drawing({ week }: { readonly week: readonly (readonly number[])[] }) {
  const { ref, width } = useElementSize();
  const most = Math.max(...week.flat());
  const cell = Math.max(0, width - LEFT) / HOURS.length;
  const height = WEEKDAYS.length * CELL.height + BOTTOM;
  const isNamed = (hour: number) => hour % (cell * 3 < NAME_WIDTH ? 6 : 3) === 0;
  const busiest = WEEKDAYS.flatMap((day) => HOURS.map((hour) => ({ day, hour }))).find(
    ({ day, hour }) => week[day]![hour] === most,
  );
  const label =
    most === 0 || busiest === undefined
      ? 'No clicks'
      : `Most clicks on ${weekdayName(busiest.day)} at ${hourName(busiest.hour)}: ${count(most)}`;
  return (
    <div ref={ref}>
      <svg width="100%" height={height} role="img" aria-label={label}>
        {WEEKDAYS.map((day, row) => (
          <g key={day} transform={`translate(0 ${row * CELL.height})`}>
            <text className="axis-text" x={0} y={CELL.height - 6}>
              {shortWeekdayName(day)}
            </text>
            {HOURS.map((hour) => (
              <rect
                key={hour}
                className="heat"
                x={LEFT + hour * cell}
                width={Math.max(0, cell - CELL.gap)}
                height={CELL.height - CELL.gap}
                rx={3}
                fillOpacity={most === 0 ? 0.06 : 0.06 + (0.94 * week[day]![hour]!) / most}
              >
                <title>{`${weekdayName(day)} ${hourName(hour)}: ${count(week[day]![hour]!)}`}</title>
              </rect>
            ))}
          </g>
        ))}
        {HOURS.filter(isNamed).map((hour) => (
          <text key={hour} className="axis-text" x={LEFT + hour * cell} y={height - 4}>
            {hourName(hour)}
          </text>
        ))}
      </svg>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </div>
  );
}

function Table({ week }: { readonly week: readonly (readonly number[])[] }) {
  const [headings = [], ...lines] = rowsOf(week);
  return (
    <table className="hours-table" aria-label="Clicks by weekday and hour">
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading === '' ? 'Day' : heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(([day, ...cells]) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {cells.map((clicks, hour) => (
              <td key={HOURS[hour]}>{clicks}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
