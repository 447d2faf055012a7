import type { Metadata } from 'next';
import { KeyboardScreen } from '../../../../../features/keyboard/KeyboardScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';

export const metadata: Metadata = { title: 'Keyboard' };

export default async function KeyboardPage({ params }: { params: Promise<{ project: string }> }) {
  await requireProject((await params).project);
  return <KeyboardScreen />;
}
