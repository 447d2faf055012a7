// The projects that were opened last in this browser, for the order of the switcher.
import { useState } from 'react';

const STORAGE_KEY = 'subtext.recent-projects';
const MOST = 20;

/** Slugs, the newest first. Empty when the browser stores nothing, or something else. */
function recentProjects(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((slug) => typeof slug === 'string') : [];
  } catch {
    return [];
  }
}

export function noteRecentProject(slug: string): void {
  try {
    const others = recentProjects().filter((each) => each !== slug);
    localStorage.setItem(STORAGE_KEY, JSON.stringify([slug, ...others].slice(0, MOST)));
  } catch {
    // A browser that stores nothing lists the projects by age.
  }
}

/** As they were when the list opened, so that it does not change under the pointer. */
export const useRecentProjects = (): readonly string[] => useState(recentProjects)[0];
