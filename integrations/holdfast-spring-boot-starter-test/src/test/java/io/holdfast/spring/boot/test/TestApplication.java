package io.holdfast.spring.boot.test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** What the tests here test. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class TestApplication {}
