import {
  IconArrowsSplit2,
  IconCalendarStats,
  IconCalendarTime,
  IconCalendarX,
  IconClockExclamation,
  IconClockX,
  IconHourglass,
  IconRoute,
  IconTruck,
  IconTruckDelivery,
  IconUserCheck,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReportName } from '../../machines/report/reports.ts';

/** The reports' literal paths (S2 §2), in the order of the menu (S2 §9). */
export const reportPaths: Record<ReportName, { path: string; icon: TablerIcon }> = {
  monthly: { path: '/reports/monthly_report', icon: IconCalendarStats },
  late_schedule: { path: '/reports/late_schedule_report', icon: IconCalendarTime },
  late_finish: { path: '/reports/late_finish_report', icon: IconClockX },
  cancellation_reasons: { path: '/reports/cancellation_reason_report', icon: IconCalendarX },
  technicians: { path: '/reports/tech_report', icon: IconUserCheck },
  unclosed: { path: '/reports/unclosed', icon: IconClockExclamation },
  reschedule: { path: '/reports/reschedule_report', icon: IconRoute },
  monthly_derivations: { path: '/reports/derivations_report', icon: IconArrowsSplit2 },
  segments: { path: '/reports/visit_segments', icon: IconHourglass },
  on_the_way: { path: '/reports/on_the_way', icon: IconTruck },
  on_the_way_global: { path: '/reports/on_the_way_global', icon: IconTruckDelivery },
  my_techs: { path: '/reports/my_techs', icon: IconUsers },
};

/** The report behind the last part of an address; undefined: there is none. */
export const reportAt = (slug: string): ReportName | undefined =>
  (Object.keys(reportPaths) as ReportName[]).find((name) => reportPaths[name].path === `/reports/${slug}`);
