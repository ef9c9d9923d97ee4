/*
 * How often a test that fails is tried again. The pipeline's machine is shared and at times very slow, and one test that depends on
 * its time would refuse a change that has nothing to do with it. Such a test is named at the end of the run, and is to be mended.
 * By hand a test is tried once, so that whoever changes it sees it fail.
 */
export const retry = process.env["CI"] ? 1 : 0;
