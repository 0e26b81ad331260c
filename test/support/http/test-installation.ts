/** What the cookies of a test's installation are named by. */
export const testInstallation = '5f0c1d7e-3c1b-4f0e-9a53-8a3d2f6b1c9e';

/** Where its people open the dashboard. */
export const testSite = 'https://sonde.example';
