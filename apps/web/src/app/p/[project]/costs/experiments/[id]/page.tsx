import type { Metadata } from 'next';
import { ExperimentScreen } from '../../../../../../features/costs/experiments/ExperimentScreen.tsx';

export const metadata: Metadata = { title: 'Experiment' };

export default async function ExperimentPage({ params }: { params: Promise<{ project: string; id: string }> }) {
  const { project, id } = await params;
  return <ExperimentScreen project={project} id={id} />;
}
