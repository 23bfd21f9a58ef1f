package io.holdfast.spring.boot.test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** The application that the tests here test. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class TestApplication {}
